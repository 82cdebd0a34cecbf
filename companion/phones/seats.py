"""Who sits where: codes to scan, and the phones of a game, kept beside it as hashes."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json

from companion.phones.rights import ANSWER, LEVELS
from companion.storage.atomic import write_whole

log = logging.getLogger(__name__)

CODE_S = 120
"""So long a code can be scanned, in seconds; and once."""
CODE_BYTES, TOKEN_BYTES = 16, 32
Token = Callable[[int], str]


class Kept(Struct, frozen=True):
    """What is kept of a game's phones: the level, and the hashes of each seat's phones."""

    level: str = ANSWER
    seats: dict[str, tuple[str, ...]] = {}


class Seats:
    """The phones of the game whose notes are kept at ``path``; None: kept nowhere.

    ``now`` is a monotonic clock in seconds; ``token`` makes secrets of so many bytes.
    """

    def __init__(
        self, path: Path | None, now: Callable[[], float], token: Token = secrets.token_urlsafe
    ) -> None:
        self._path, self._now, self._token = path, now, token
        self._kept = _read(path)
        self._code, self._code_ends = "", 0.0

    @property
    def level(self) -> str:
        """What phones may do in this game, one of LEVELS."""
        return self._kept.level

    def set_level(self, level: str) -> None:
        """Another level. Raises ValueError for one that there is not."""
        if level not in LEVELS:
            raise ValueError(level)
        self._keep(Kept(level, self._kept.seats))

    def code(self) -> str:
        """The code to show now; the same one until it is used or too old."""
        if not self._code or self._now() >= self._code_ends:
            self._code, self._code_ends = self._token(CODE_BYTES), self._now() + CODE_S
        return self._code

    def spend(self, code: str) -> bool:
        """Whether this is the code shown now; it is none any more then."""
        right = bool(self._code) and self._now() < self._code_ends
        right = right and secrets.compare_digest(code.encode(), self._code.encode())
        if right:
            self._code = ""
        return right

    def new_token(self) -> str:
        """The secret a browser keeps as its cookie."""
        return self._token(TOKEN_BYTES)

    def seat_of(self, token: str) -> str:
        """The seat this phone sits on, "" for none."""
        mark = hashed(token)
        return next((seat for seat, marks in self._kept.seats.items() if mark in marks), "")

    def phones(self, seat: str) -> int:
        """How many phones a seat has."""
        return len(self._kept.seats.get(seat, ()))

    def sit(self, token: str, seat: str) -> None:
        """This phone sits on ``seat`` and on no other."""
        mark = hashed(token)
        seats = {
            one: tuple(known for known in marks if known != mark)
            for one, marks in self._kept.seats.items()
        }
        seats[seat] = (*seats.get(seat, ()), mark)
        self._keep(Kept(self._kept.level, seats))

    def take_back(self, seat: str) -> None:
        """No phone sits on ``seat`` any more."""
        seats = {one: marks for one, marks in self._kept.seats.items() if one != seat}
        self._keep(Kept(self._kept.level, seats))

    def _keep(self, kept: Kept) -> None:
        self._kept = kept
        if self._path is None:
            return
        try:
            write_whole(self._path, json.encode(kept))
        except OSError as fault:  # the phones play on, and are asked again after a restart
            log.warning("the phones' seats cannot be kept: %s", fault)


def hashed(token: str) -> str:
    """What is kept of a token: whoever reads the file has no phone by it."""
    return hashlib.sha256(token.encode()).hexdigest()


def _read(path: Path | None) -> Kept:
    if path is None:
        return Kept()
    try:
        kept = json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError:
        return Kept()
    except (OSError, DecodeError, ValidationError) as fault:
        log.warning("the phones' seats cannot be read (%s): they are asked anew", fault)
        return Kept()
    return kept if kept.level in LEVELS else Kept(seats=kept.seats)
