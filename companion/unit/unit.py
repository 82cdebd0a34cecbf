"""The City trading unit as a pure state machine: Build, Auction, hour chime.

Time is handed in as whole milliseconds that never go back, chance as a number already drawn.
The firmware is the same machine in C; ``tests/vectors/unit.txt`` binds the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from companion.core.book import Draft, Holdings
from companion.core.values import LATE_BID_MS
from companion.unit.facts import LIGHT, MUTED, PLAY_FROM, ROLL, Drawn, Light

ROLL_MS = 900
"""How long the running light takes to stop."""
SOLD_MS = 800
"""Length of the long beep; presses do nothing meanwhile, so a late tap starts no new auction."""
FLASH_MS = 8_000
"""A fresh result flashes this long, then stands still."""
SHOWN_MS = 30_000
"""Without a bank nobody says whose turn it is, so a result goes dark after this."""
HOLD_MS = 1_000
"""Holding Auction this long ends an auction early."""
LAMP_TEST_MS = 300
HOUR_MS = 3_600_000
RAILROAD = 4
"""The fourth result: one free railroad instead of blocks."""
RESULTS = (1, 2, 3, RAILROAD)


class Phase(StrEnum):
    """What the unit is doing."""

    IDLE = "idle"
    ROLLING = "rolling"
    SHOWN = "shown"
    AUCTION = "auction"
    SOLD = "sold"


class Event(StrEnum):
    """What can happen to the unit from outside."""

    POWER_ON = "power_on"
    BUILD = "build"
    AUCTION = "auction"
    AUCTION_HELD = "auction_held"
    BUILD_HELD = "build_held"
    CANCEL = "cancel"
    PAUSE = "pause"
    RESUME = "resume"
    TURN = "turn"
    BID = "bid"


class Tone(StrEnum):
    """The sounds of the unit; how each one goes stands in ``companion/sounds/tones.toml``."""

    NONE = "none"
    TICK = "tick"
    START = "start"
    SIGNAL = "signal"
    SECOND = "second"
    LONG = "long"
    VOID = "void"
    CHIME = "chime"


class UnitRules(Struct, frozen=True):
    """The settings of the unit, all whole numbers.

    ``weights`` are the odds of 1, 2, 3 and railroad (nobody knows the original's).
    ``auction_ms`` 10 000-180 000, ``signal_ms`` 1 000-30 000 before the end,
    ``late_bid_cap_ms`` total length an auction may grow to by late bids, 0 = no growth.
    ``bank``: a game says whose turn it is. ``alone``: no screen, so Build held mutes.
    """

    weights: tuple[int, int, int, int] = (1, 1, 1, 1)
    auction_ms: int = 50_000
    signal_ms: int = 5_000
    late_bid_cap_ms: int = 0
    chime: bool = True
    bank: bool = False
    alone: bool = False


class Unit(Struct, frozen=True):
    """The whole state. Times are absolute milliseconds; ``play_from`` -1 = not yet started."""

    phase: Phase = Phase.IDLE
    since: int = 0
    ends: int = 0
    result: int = 0
    shown_at: int = 0
    flash_from: int = 0
    beeps: int = 0
    play_from: int = -1
    hours: int = 0
    lamp_until: int = 0
    paused: bool = False
    muted: bool = False
    tone: Tone = Tone.NONE
    tone_no: int = 0

    def seconds_left(self, now: int) -> int:
        """Whole seconds left of an auction, rounded up; 0 outside one."""
        if self.phase is not Phase.AUCTION:
            return 0
        return max(0, -(-(self.ends - now) // 1000))

    def play_ms(self, now: int) -> int:
        """Play time since the game or the first press, in milliseconds."""
        return now - self.play_from if self.play_from >= 0 else 0


def draw(weights: tuple[int, int, int, int], randbelow: Callable[[int], int]) -> int:
    """One of RESULTS by whole-number weights; ``randbelow(n)`` is uniform in 0..n-1."""
    number = randbelow(sum(weights))
    for result, weight in zip(RESULTS, weights, strict=True):
        if number < weight:
            return result
        number -= weight
    raise ValueError("the generator answered outside the range it was asked for")


def step(unit: Unit, event: Event, now: int, rules: UnitRules, drawn: int = 0) -> Unit:
    """The unit after ``event`` at ``now``. ``drawn`` is the result a Build press would show."""
    unit = tick(unit, now, rules)
    if event is Event.POWER_ON:
        # Paused, play time stands still: the lamps would never go out again.
        lamps = 0 if unit.paused else LAMP_TEST_MS
        return _sound(replace(unit, lamp_until=now + lamps), Tone.TICK)
    if event is Event.RESUME:
        return replace(unit, paused=False)
    if event is Event.CANCEL and unit.phase is Phase.AUCTION:
        return _sound(_rest(replace(unit, paused=False), now, rules), Tone.VOID)
    if unit.paused:
        return unit
    match event:
        case Event.PAUSE:
            return replace(unit, paused=True)
        case Event.TURN:
            return turned(unit, now)
        case Event.BUILD:
            return _build(_started(unit, now), now, rules, drawn)
        case Event.AUCTION if unit.phase in (Phase.IDLE, Phase.SHOWN):
            running = replace(
                _started(unit, now),
                phase=Phase.AUCTION,
                since=now,
                ends=now + rules.auction_ms,
                beeps=0,
            )
            return _sound(running, Tone.START)
        case Event.AUCTION_HELD if may_end_early(unit, now):
            return _sold(unit, now)
        case Event.BUILD_HELD if rules.alone:
            # Whoever only leaned on the button sees that something has changed.
            lit = replace(unit, muted=not unit.muted, lamp_until=now + LAMP_TEST_MS)
            return _sound(lit, Tone.TICK)
        case Event.BID if unit.phase is Phase.AUCTION and rules.late_bid_cap_ms:
            return _late_bid(unit, now, rules)
    return unit


def tick(unit: Unit, now: int, rules: UnitRules) -> Unit:
    """The unit at ``now``: every deadline passed since is met in order, however late we are."""
    while (due := next_deadline(unit, rules)) is not None and due <= now:
        unit = _meet(unit, due, rules)
    return unit


def next_deadline(unit: Unit, rules: UnitRules) -> int | None:
    """When something will happen by itself, or None. A paused unit waits for nothing."""
    if unit.paused:
        return None
    times: list[int] = []
    match unit.phase:
        case Phase.ROLLING:
            times.append(unit.since + ROLL_MS)
        case Phase.SHOWN if not rules.bank:
            times.append(unit.shown_at + SHOWN_MS)
        case Phase.AUCTION:
            times.append(min(_next_beep(unit, rules), unit.ends))
        case Phase.SOLD:
            times.append(unit.since + SOLD_MS)
    if unit.phase not in (Phase.AUCTION, Phase.SOLD) and unit.play_from >= 0:
        times.append(unit.play_from + (unit.hours + 1) * HOUR_MS)
    return min(times, default=None)


def rolls(unit: Unit, rules: UnitRules) -> bool:
    """Whether a Build press now would draw a new result."""
    if unit.paused:
        return False
    return unit.phase is Phase.IDLE or (unit.phase is Phase.SHOWN and not rules.bank)


def auctioned(unit: Unit, now: int, ends: int, rules: UnitRules) -> Unit:
    """A game's auction that ends at ``ends``: it starts the light, or moves its end."""
    unit = tick(unit, now, rules)
    if unit.phase is not Phase.AUCTION:
        unit = _sound(
            _started(replace(unit, phase=Phase.AUCTION, since=now, ends=0), now), Tone.START
        )
    if unit.ends == ends:
        return unit
    gone = now - (ends - rules.signal_ms)
    return replace(unit, ends=ends, beeps=gone // 1000 + 1 if gone >= 0 else 0)


def may_end_early(unit: Unit, now: int) -> bool:
    """Whether holding Auction ends it: the press that started it is no hold."""
    # That press was down before the light.
    return unit.phase is Phase.AUCTION and not unit.paused and now - HOLD_MS > unit.since


def turned(unit: Unit, now: int, roll: Drawn | None = None) -> Unit:
    """The unit in another turn; ``roll`` is when and what was drawn in it before, if it was."""
    if unit.phase in (Phase.SHOWN, Phase.ROLLING):
        unit = replace(unit, phase=Phase.IDLE, since=now)
    if roll is None:
        return replace(unit, result=0)
    phase = Phase.SHOWN if unit.phase is Phase.IDLE else unit.phase
    return replace(
        unit, phase=phase, result=roll.result, shown_at=roll.shown_at, flash_from=roll.shown_at
    )


def closed(unit: Unit, now: int, rules: UnitRules) -> Unit:
    """The auction is sold before its light goes out."""
    unit = tick(unit, now, rules)
    return _sold(unit, now) if unit.phase is Phase.AUCTION else unit


def drawn_by(unit: Unit) -> Drawn | None:
    """The result the unit shows, as the book notes it."""
    return Drawn(unit.shown_at, unit.result) if unit.result else None


def note(unit: Unit, draft: Draft, light: bool) -> None:
    """Note what must outlive a restart; lights and tones do not.

    ``light``: also that of an auction, which a game's auction tells itself.
    """
    draft.mark(ROLL, drawn_by(unit))
    if light:
        running = unit.phase is Phase.AUCTION
        draft.mark(LIGHT, Light(unit.since, unit.ends) if running else None)
    draft.mark(PLAY_FROM, unit.play_from if unit.play_from >= 0 else None)
    draft.mark(MUTED, unit.muted or None)


def restored(book: Holdings, light: Light | None, now: int, rules: UnitRules) -> Unit:
    """The unit after a restart at play time ``now``; a running auction waits, paused."""
    unit = Unit(muted=book.get(MUTED) or False, lamp_until=now)
    start, roll = book.get(PLAY_FROM), book.get(ROLL)
    if start is not None:
        unit = replace(unit, play_from=start, hours=max(0, now - start) // HOUR_MS)
    if roll:
        at = roll.shown_at
        unit = replace(unit, phase=Phase.SHOWN, since=at, result=roll.result)
        unit = replace(unit, shown_at=at, flash_from=at)
    if light and now < light.ends:
        beeps = max(0, (now - (light.ends - rules.signal_ms)) // 1000 + 1)
        unit = replace(unit, phase=Phase.AUCTION, since=light.since, ends=light.ends, beeps=beeps)
        return replace(unit, paused=True)
    return tick(unit, now, rules)


def _meet(unit: Unit, due: int, rules: UnitRules) -> Unit:
    if unit.phase is Phase.AUCTION:
        if due >= unit.ends:
            return _sold(unit, due)
        tone = Tone.SECOND if unit.beeps else Tone.SIGNAL
        return _sound(replace(unit, beeps=unit.beeps + 1), tone)
    if unit.phase is Phase.SOLD:
        return _rest(unit, due, rules)
    if unit.play_from >= 0 and due == unit.play_from + (unit.hours + 1) * HOUR_MS:
        rung = replace(unit, hours=unit.hours + 1)
        return _sound(rung, Tone.CHIME) if rules.chime else rung
    if unit.phase is Phase.ROLLING:
        return replace(unit, phase=Phase.SHOWN, since=due)
    return replace(unit, phase=Phase.IDLE, since=due, result=0)


def _build(unit: Unit, now: int, rules: UnitRules, drawn: int) -> Unit:
    if unit.phase is Phase.SHOWN and rules.bank:
        return replace(unit, flash_from=now)
    if unit.phase in (Phase.IDLE, Phase.SHOWN):
        if drawn not in RESULTS:
            raise ValueError("a Build press needs a drawn result of 1 to 4")
        shown = now + ROLL_MS
        return replace(
            unit, phase=Phase.ROLLING, since=now, shown_at=shown, flash_from=shown, result=drawn
        )
    return unit


def _late_bid(unit: Unit, now: int, rules: UnitRules) -> Unit:
    longest = min(now + LATE_BID_MS, unit.since + rules.late_bid_cap_ms)
    return auctioned(unit, now, max(unit.ends, longest), rules)


def _sold(unit: Unit, at: int) -> Unit:
    return _sound(replace(unit, phase=Phase.SOLD, since=at), Tone.LONG)


def _rest(unit: Unit, at: int, rules: UnitRules) -> Unit:
    """Back to the result of this turn, or to nothing when there is none."""
    if unit.result and (rules.bank or at < unit.shown_at + SHOWN_MS):
        return replace(unit, phase=Phase.SHOWN, since=at)
    return replace(unit, phase=Phase.IDLE, since=at, result=0)


def _next_beep(unit: Unit, rules: UnitRules) -> int:
    return unit.ends - rules.signal_ms + unit.beeps * 1000


def _started(unit: Unit, now: int) -> Unit:
    return unit if unit.play_from >= 0 else replace(unit, play_from=now)


def _sound(unit: Unit, tone: Tone) -> Unit:
    return replace(unit, tone=tone, tone_no=unit.tone_no + 1)
