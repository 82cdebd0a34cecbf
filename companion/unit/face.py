"""From the trading unit's state to the lights and the screen at a moment."""

from __future__ import annotations

from companion.faces.views import PanelView, ShellView, Text, UnitView
from companion.unit.frame import DARK, LEVEL_MAX, Fallback, Frame
from companion.unit.unit import FLASH_MS, HOUR_MS, ROLL_MS, Phase, Unit, UnitRules

RUN_STEPS_MS = (40, 40, 50, 50, 60, 70, 80, 90, 110, 130, 180)
"""How long the running light rests on each mark; it slows and ends on the result."""
PULSE = (40, 110, 190, 255, 255, 190, 110, 40)
"""Ring levels of one 1 Hz pulse, an eighth of a second each."""
PULSE_STEP_MS = 125
FLASH_STEP_MS = 250
MINUTE_MS = 60_000

assert sum(RUN_STEPS_MS) == ROLL_MS


def frame(
    unit: Unit, rules: UnitRules, now: int, brightness: int = 100, mute: bool = False
) -> Frame:
    """The lights at ``now``; ``brightness`` in percent, 1-100. Muted: no tone is named."""
    silent = mute or unit.muted
    return Frame(
        marks=_marks(unit, now, LEVEL_MAX * brightness // 100),
        ring=_ring(unit, rules, now) * brightness // 100,
        tone="none" if silent else str(unit.tone),
        tone_no=unit.tone_no,
        carry=_carry(unit, rules, now, silent),
    )


def next_change(unit: Unit, rules: UnitRules, now: int) -> int | None:
    """When the lights will look different by themselves, or None while they stand still.

    Late is fine, early is not: the time is that of the next step after ``now``.
    """
    times: list[int] = []
    if now < unit.lamp_until:
        times.append(unit.lamp_until)
    if not unit.paused:
        if unit.phase is Phase.ROLLING:
            times.append(unit.since + _run_step(now - unit.since)[1])
        elif unit.phase is Phase.SHOWN and now - unit.flash_from < FLASH_MS:
            times.append(_next_step(unit.flash_from, now, FLASH_STEP_MS))
        elif unit.phase is Phase.AUCTION:
            times.append(_next_step(_ring_from(unit, rules, now), now, PULSE_STEP_MS))
    return min(times, default=None)


def view(
    unit: Unit, rules: UnitRules, now: int, lights: Frame | None, offer_resume: bool, why: Text
) -> UnitView:
    """The trading-unit screen at ``now``; what is only known to the unit itself."""
    running = unit.phase is Phase.AUCTION
    return UnitView(
        phase=unit.phase,
        result=unit.result if unit.phase is Phase.SHOWN else 0,
        seconds=unit.seconds_left(now),
        left_ms=max(0, unit.ends - now) if running else 0,
        total_ms=unit.ends - unit.since if running else 0,
        paused=unit.paused,
        muted=unit.muted,
        last_five=running and now >= unit.ends - rules.signal_ms,
        offer_resume=offer_resume,
        why=why,
        frame=lights or DARK,
    )


def shell(
    unit: Unit, now: int, panels: tuple[PanelView, ...], notice: Text, menu_asked: int
) -> ShellView:
    """The top bar at ``now``. The play clock shows whole minutes, so that an idle table rests."""
    return ShellView(
        play_seconds=unit.play_ms(now) // MINUTE_MS * 60,
        paused=unit.paused,
        panels=panels,
        notice=notice,
        menu_asked=menu_asked,
    )


def next_view(unit: Unit, now: int) -> int | None:
    """When the screen's own figures change by themselves, or None."""
    times: list[int] = []
    if unit.phase is Phase.AUCTION and now < unit.ends:
        times.append(unit.ends - (unit.ends - now - 1) // 1000 * 1000)
    if unit.play_from >= 0:
        times.append(_next_step(unit.play_from, now, MINUTE_MS))
    return min(times, default=None)


def _carry(unit: Unit, rules: UnitRules, now: int, silent: bool) -> Fallback | None:
    if unit.phase is Phase.ROLLING:
        # The result may not be saved yet: a panel must not come to show it by itself.
        return None
    began = unit.shown_at if unit.phase is Phase.SHOWN else unit.since
    chime_at = unit.play_from + (unit.hours + 1) * HOUR_MS
    return Fallback(
        phase=str(unit.phase),
        result=unit.result,
        age_ms=max(0, now - began),
        left_ms=max(0, unit.ends - now) if unit.phase is Phase.AUCTION else 0,
        signal_ms=rules.signal_ms,
        ends=unit.ends if unit.phase is Phase.AUCTION else 0,
        chime_ms=max(0, chime_at - now) if unit.play_from >= 0 else -1,
        chime=rules.chime,
        paused=unit.paused,
        muted=silent,
        bank=rules.bank,
    )


def _marks(unit: Unit, now: int, level: int) -> tuple[int, int, int, int]:
    if now < unit.lamp_until:
        return (level, level, level, level)
    lit = 0
    if unit.phase is Phase.ROLLING:
        step = _run_step(now - unit.since)[0]
        lit = (unit.result - 1 - (len(RUN_STEPS_MS) - 1 - step)) % 4 + 1
    elif unit.phase is Phase.SHOWN:
        age = now - unit.flash_from
        if unit.paused or age >= FLASH_MS or age // FLASH_STEP_MS % 2 == 0:
            lit = unit.result
    one, two, three, rail = (level if lit == mark else 0 for mark in (1, 2, 3, 4))
    return (one, two, three, rail)


def _ring(unit: Unit, rules: UnitRules, now: int) -> int:
    if now < unit.lamp_until:
        return LEVEL_MAX
    if unit.paused:
        return LEVEL_MAX
    if unit.phase is not Phase.AUCTION:
        return 0
    if now >= unit.ends - rules.signal_ms:
        # Counted back from the end, so that the light goes out then and not a step before.
        return LEVEL_MAX if (unit.ends - 1 - now) // PULSE_STEP_MS % 2 == 0 else 0
    return PULSE[(now - unit.since) // PULSE_STEP_MS % len(PULSE)]


def _ring_from(unit: Unit, rules: UnitRules, now: int) -> int:
    return unit.ends if now >= unit.ends - rules.signal_ms else unit.since


def _next_step(start: int, now: int, step_ms: int) -> int:
    return start + ((now - start) // step_ms + 1) * step_ms


def _run_step(age: int) -> tuple[int, int]:
    """Which step of the running light ``age`` falls into, and when that step ends."""
    end = 0
    for number, length in enumerate(RUN_STEPS_MS):
        end += length
        if age < end:
            return number, end
    return len(RUN_STEPS_MS) - 1, ROLL_MS
