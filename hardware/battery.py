"""How long the microcontroller's batteries last, computed.

Currents in milliamperes, times in seconds. The chip's are the typical figures of the ATmega328P
datasheet (Microchip DS40002061, DC characteristics): at 5 V and 8 MHz 5.2 mA active and 1.2 mA
idle, both growing with the clock, so twice that at 16 MHz.
"""

from __future__ import annotations

from companion.unit.face import PULSE
from companion.unit.unit import FLASH_MS, ROLL_MS, SHOWN_MS, UnitRules
from hardware.circuit import circuit
from hardware.currents import currents
from hardware.parts import load

ACTIVE_MA = 2 * 5.2
IDLE_MA = 2 * 1.2
AWAKE = 0.01
"""Share of cycles awake; the tests hold it below this."""
_FLOW = currents(circuit("battery", load()), load())
LIGHT_MA = _FLOW.marks.typical
RING_MA = _FLOW.ring.typical + _FLOW.ring_base.typical
NANO_MA = 12 + 3 + 5
"""What a Nano adds: CH340 (12 mA in its datasheet), power light (3), regulator (5)."""
CELL_MAH = 2000
"""Four NiMH AA cells in a row."""
EVENING_S = 3 * 3600
BUILDS = 60
AUCTIONS = 20


def unit_ma(lights: bool) -> float:
    """Mean current of the bare chip; ``lights``: an evening's builds and auctions on it."""
    chip = ACTIVE_MA * AWAKE + IDLE_MA * (1 - AWAKE)
    if not lights:
        return chip
    lit_s = BUILDS * (ROLL_MS + SHOWN_MS - FLASH_MS / 2) / 1000
    pulse = sum(PULSE) / len(PULSE) / 255
    ring_s = AUCTIONS * UnitRules().auction_ms / 1000 * pulse
    return chip + (LIGHT_MA * lit_s + RING_MA * ring_s) / EVENING_S


def table() -> str:
    """The table of nano.md."""
    rows = ["| | bare chip | Nano as bought |", "|---|---|---|"]
    for name, lights in (("switched on, nobody plays", False), ("mean over an evening", True)):
        chip = unit_ma(lights)
        rows.append(f"| {name} | {chip:.1f} mA | {chip + NANO_MA:.1f} mA |")
    evening = unit_ma(lights=True)
    hours = (CELL_MAH / evening, CELL_MAH / (evening + NANO_MA))
    rows.append(f"| playing time on {CELL_MAH} mAh | {hours[0]:.0f} h | {hours[1]:.0f} h |")
    evenings = [f"{round(it * 3600 / EVENING_S)} evenings" for it in hours]
    rows.append(f"| that is | {evenings[0]} | {evenings[1]} |")
    left_on = CELL_MAH / unit_ma(lights=False) / 24, CELL_MAH / (unit_ma(False) + NANO_MA) / 24
    rows.append(f"| left switched on | {left_on[0]:.0f} days | {left_on[1]:.0f} days |")
    return "\n".join(rows)
