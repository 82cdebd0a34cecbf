"""What the pictures and generated tables say, in English and German."""

from __future__ import annotations

from typing import Any, TypeVar

LANGUAGES = ("en", "de")
Word = TypeVar("Word")
"""A word, or the row of words at the head of a table."""


def _by_language(pairs: dict[str, tuple[Word, Word]]) -> dict[str, dict[str, Word]]:
    """Pairs of English and German as a table for each language."""
    return {
        language: {key: pair[place] for key, pair in pairs.items()}
        for place, language in enumerate(LANGUAGES)
    }


LABELS = _by_language(
    {
        "gpio": ("At the pins of a Raspberry Pi", "An den Pins eines Raspberry Pi"),
        "nano": ("Arduino Nano by USB", "Arduino Nano am USB-Kabel"),
        "battery": (
            "Arduino Nano by USB and on batteries",
            "Arduino Nano am USB-Kabel und mit Batterien",
        ),
        "loud": (
            "At the pins of a Raspberry Pi, with a loud buzzer",
            "An den Pins eines Raspberry Pi, mit lautem Summer",
        ),
        "usb_below": ("USB sockets this side", "USB-Buchsen hier unten"),
        "pin": ("pin", "Pin"),
        "build": ("Build button", "Taste Bauen"),
        "auction": ("Auction button", "Taste Auktion"),
        "mark_1": ("Light 1, at nine o'clock", "Licht 1, auf neun Uhr"),
        "mark_2": ("Light 2, at twelve", "Licht 2, auf zwölf"),
        "mark_3": ("Light 3, at three", "Licht 3, auf drei"),
        "mark_rail": ("Railroad light, at six", "Bahnhof-Licht, auf sechs"),
        "ring": ("Ring light", "Ringlicht"),
        "buzzer": ("Buzzer", "Summer"),
        "led": ("long leg (+) to the resistor", "langes Bein (+) zum Widerstand"),
        "piezo": ("piezo disc, either way round", "Piezoscheibe, Richtung egal"),
        "button": ("either way round", "Richtung egal"),
        "each": ("{count} lights, {ohms} Ω each", "{count} Lichter, je {ohms} Ω"),
        "bare": ("outside 5 V, inside to C", "außen 5 V, innen zu C"),
        "front": ("flat side towards you", "flache Seite zu dir"),
        "loud_note": ("D6: band to 5 V", "D6: Ring zu 5 V"),
        "rail": ("ground rail", "GND-Schiene"),
        "rail_note": (
            "bare wire on the perfboard; one wire leads to the board",
            "blanker Draht auf der Lochrasterplatine; ein Draht führt ans Board",
        ),
        "cells": (
            "and the Nano has a diode of its own: USB may be plugged in at any time",
            "und der Nano hat selbst eine: USB darf jederzeit eingesteckt werden",
        ),
        "band": ("the diode's band points to 5 V", "der Ring der Diode zeigt zu 5 V"),
        "board": (
            "The perfboard, with the parts of the batteries",
            "Die Lochrasterplatine, mit den Teilen der Batterien",
        ),
        "board_loud": (
            "The perfboard with the loud buzzer, and the parts of the batteries",
            "Die Lochrasterplatine mit lautem Summer, und den Teilen der Batterien",
        ),
        "board_seen": (
            "Side of the parts. Grey: bare wire below. No batteries: no F2, no D5.",
            "Seite der Teile. Grau: blanker Draht darunter. Ohne Batterien ohne F2, D5.",
        ),
        "board_flat": (
            "Transistors: flat side up. A number: a wire leaves the board.",
            "Transistoren: flache Seite oben. Eine Zahl: ein Draht geht ab.",
        ),
        "board_blue": ("Blue: an insulated wire above.", "Blau: ein isolierter Draht darüber."),
        "board_pin": ("pin", "Pin"),
        "board_battery": ("cells", "Zellen"),
        "board_switch": ("switch", "Schalter"),
        "board_piezo": ("piezo", "Piezo"),
        "board_magnetic": ("buzzer", "Summer"),
        "hoop_outer": ("outer hoop of the ring", "äußerer Reifen des Rings"),
        "hoop_inner": ("inner hoop of the ring", "innerer Reifen des Rings"),
        "template": ("The unit's face in its true size", "Das Gesicht der Einheit in wahrer Größe"),
        "template_how": (
            "Print at 100 %, not fitted to the page. Prick the crosses, drill.",
            "Mit 100 % drucken, nicht einpassen. Kreuze vorstechen, bohren.",
        ),
        "template_hoops": (
            "Red: bend the two hoops of bare wire along these lines.",
            "Rot: An diesen Linien die zwei Reifen aus blankem Draht biegen.",
        ),
        "template_ruler": ("This line must be 100 mm long.", "Diese Linie muss 100 mm lang sein."),
        "template_up": ("twelve o'clock", "zwölf Uhr"),
    }
)
"""Words of the pictures by language."""

TABLES: dict[str, dict[str, Any]] = _by_language(
    {
        "gpio_head": (
            ("Part", "Key in `pins.toml`", "BCM number", "Header pin"),
            ("Teil", "Name in `pins.toml`", "BCM-Nummer", "Pin der Stiftleiste"),
        ),
        "nano_head": (("Use", "Pin", "How"), ("Wofür", "Pin", "Wie")),
        "how_button": ("button to GND", "Taster an GND"),
        "how_light": ("{ohms} Ω, LED, GND", "{ohms} Ω, LED, GND"),
        "how_ring": (
            "{base} kΩ, base of T1; the ring between 5V and its collector",
            "{base} kΩ, Basis von T1; der Ring zwischen 5V und dessen Kollektor",
        ),
        "how_piezo": ("{ohms} Ω, piezo disc, GND", "{ohms} Ω, Piezoscheibe, GND"),
        "noise": ("Noise", "Rauschen"),
        "how_noise": (
            "leave it open, or solder on a few centimetres of wire that end nowhere",
            "offen lassen, oder ein paar Zentimeter Draht anlöten, der nirgends hinführt",
        ),
        "parts_head": (
            ("Part", "Pi pins", "Nano USB", "Nano alone", "each", "or else"),
            ("Teil", "Pi-Pins", "Nano USB", "Nano allein", "Stück", "oder auch"),
        ),
        "loud_head": (("Part", "number", "each"), ("Teil", "Anzahl", "Stück")),
        "sum": ("all together, about", "alles zusammen etwa"),
        "current_head": (
            ("", "Pi pins", "Nano USB", "Nano on cells", "allowed"),
            ("", "Pi-Pins", "Nano USB", "Nano mit Zellen", "erlaubt"),
        ),
        "volts": ("volts of a pin", "Volt an einem Pin"),
        "mark": ("light of a mark, mA", "Licht einer Marke, mA"),
        "ring_led": ("one light of the ring, mA", "ein Licht des Rings, mA"),
        "base": ("base of T1, mA", "Basis von T1, mA"),
        "ring_all": ("T1, the whole ring, mA", "T1, der ganze Ring, mA"),
        "piezo": ("piezo, peak at the pin, mA", "Piezo, Spitze am Pin, mA"),
        "pins_total": ("all pins together, mA", "alle Pins zusammen, mA"),
        "loud": ("loud buzzer through T2, mA", "lauter Summer über T2, mA"),
        "fuse": ("F1 with ring and loud buzzer, mA", "F1 mit Ring und lautem Summer, mA"),
        "resistor_head": (("Place", "at least, Ω"), ("Stelle", "mindestens, Ω")),
        "pi_light": (
            "light at a pin of the Pi: 60 % of {pi:g} mA",
            "Licht an einem Pin des Pi: 60 % von {pi:g} mA",
        ),
        "pi_piezo": (
            "piezo at a pin of the Pi: {pi:g} mA at an edge",
            "Piezo an einem Pin des Pi: {pi:g} mA an einer Flanke",
        ),
        "nano_light": (
            "light at a pin of the Nano: 60 % of {nano:g} mA",
            "Licht an einem Pin des Nano: 60 % von {nano:g} mA",
        ),
        "nano_piezo": (
            "piezo at a pin of the Nano: {nano:g} mA at an edge",
            "Piezo an einem Pin des Nano: {nano:g} mA an einer Flanke",
        ),
        "ring_light": (
            "light of the ring, from USB or fresh cells: 60 % of {led:g} mA",
            "Licht des Rings, von USB oder frischen Zellen: 60 % von {led:g} mA",
        ),
        "cell": (
            "With the ring at full brightness the chip is safe down to {volts} V a cell.",
            "Auch bei vollem Ring läuft der Chip sicher bis hinab zu {volts} V je Zelle.",
        ),
        "case_head": (("What", "mm", "in parts.toml"), ("Was", "mm", "in parts.toml")),
        "button_hole_d": ("hole of a button", "Loch eines Tasters"),
        "button_depth": (
            "a button's depth below the cover",
            "Tiefe eines Tasters unter dem Deckel",
        ),
        "led_hole_d": ("hole of a light", "Loch eines Lichts"),
        "led_flange_d": ("flange of a light", "Kragen eines Lichts"),
        "led_above": ("a light from its flange to its tip", "ein Licht vom Kragen bis zur Spitze"),
        "piezo_disc_d": ("piezo disc", "Piezoscheibe"),
        "nano_size": ("Nano", "Nano"),
        "nano_plug": (
            "hole for the USB plug or the ribbon cable",
            "Loch für den USB-Stecker oder das Flachbandkabel",
        ),
        "battery_size": ("battery holder", "Batteriehalter"),
        "board_size": ("perfboard", "Lochrasterplatine"),
        "switch_size": ("opening for the switch", "Öffnung für den Schalter"),
        "screen_holes": ("screw holes of the screen", "Schraublöcher des Bildschirms"),
        "pi_size": ("Pi", "Pi"),
        "diameter": ("diameter of the unit", "Durchmesser der Einheit"),
        "inside": ("height inside the unit", "Höhe in der Einheit"),
        "tilt_deg": (
            "how steeply the screen stands, degrees",
            "wie steil der Bildschirm steht, Grad",
        ),
        "hole_up": (
            "from the screen's lower edge to its lower holes",
            "von der Unterkante des Bildschirms bis zu seinen unteren Löchern",
        ),
        "battery_head": (
            ("", "bare chip", "Nano as bought"),
            ("", "nur der Chip", "Nano wie gekauft"),
        ),
        "idle": ("switched on, nobody plays", "eingeschaltet, keiner spielt"),
        "evening": ("mean over an evening", "im Mittel eines Abends"),
        "hours": (
            "playing time with cells of {mah} mAh, hours",
            "Spielzeit mit Zellen von {mah} mAh, Stunden",
        ),
        "evenings": ("the same in evenings", "das sind Abende"),
        "days": ("left switched on, days", "nicht ausgeschaltet, Tage"),
    }
)
"""Words of the generated tables by language."""
