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
from hardware.parts import Parts

ACTIVE_MA = 2 * 5.2
IDLE_MA = 2 * 1.2
AWAKE = 0.01
"""Share of cycles awake; the tests hold it below this."""
NANO_MA = 12 + 3 + 5
"""What a Nano adds: CH340 (12 mA in its datasheet), power light (3), regulator (5)."""
CELL_MAH = 2000
"""Four NiMH AA cells in a row."""
USED = 0.9
"""The share of it that is used: in its last tenth a cell gives too little behind diode D5."""
EVENING_S = 3 * 3600
BUILDS = 60
AUCTIONS = 20


def idle_ma() -> float:
    """Mean current of the bare chip while nobody plays."""
    return ACTIVE_MA * AWAKE + IDLE_MA * (1 - AWAKE)


def evening_ma(parts: Parts) -> float:
    """The same over an evening, with its builds and auctions."""
    flow = currents(circuit("battery", parts), parts)
    lit_s = BUILDS * (ROLL_MS + SHOWN_MS - FLASH_MS / 2) / 1000
    pulse = sum(PULSE) / len(PULSE) / 255
    ring_s = AUCTIONS * UnitRules().auction_ms / 1000 * pulse
    ring_ma = flow.ring.typical + flow.ring_base.typical
    return idle_ma() + (flow.marks.typical * lit_s + ring_ma * ring_s) / EVENING_S
