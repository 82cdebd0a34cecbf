"""Whether a PIN opens: three tries at will, then each costs a wait. Pure."""

from __future__ import annotations

from msgspec import Struct

FREE_TRIES = 3
FIRST_WAIT_MS = 5_000
LONGEST_WAIT_MS = 60_000


class PinLock(Struct):
    """Counts wrong tries. Nobody is locked out for good: the longest wait is a minute."""

    wrong: int = 0
    free_at: int = 0

    def wait_ms(self, now: int) -> int:
        """How long until the next try counts."""
        return max(0, self.free_at - now)

    def opens(self, typed: str, pin: str, now: int) -> bool:
        """Try ``typed``. A try during a wait counts neither as right nor as wrong."""
        if self.wait_ms(now):
            return False
        if typed == pin:
            self.wrong = 0
            return True
        self.wrong += 1
        if self.wrong >= FREE_TRIES:
            wait = FIRST_WAIT_MS << min(self.wrong - FREE_TRIES, 8)
            self.free_at = now + min(wait, LONGEST_WAIT_MS)
        return False
