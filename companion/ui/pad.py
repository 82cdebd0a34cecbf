"""What a number pad holds while somebody types. Pure, whole numbers only."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

DIGITS_MAX = 9

Units = tuple[tuple[str, int], ...]
"""Unit keys and what each multiplies by, such as ``(("K", 1_000), ("M", 1_000_000))``."""

THOUSANDS: Units = (("K", 1_000), ("M", 1_000_000))
"""The unit keys of an edition that counts in millions."""


class PadText(Struct, frozen=True):
    """Digits typed so far and the unit chosen.

    With ``units`` a number counts only once a unit is chosen: 200 could mean anything. Without,
    there is no point and the number counts as it stands.
    """

    units: Units = ()
    digits: str = ""
    unit: str = ""

    def press(self, key: str) -> PadText:
        """The text after a key: a digit, ``.``, a unit's name, ``erase`` or ``clear``.

        A key that makes no sense now changes nothing.
        """
        if key == "clear":
            return PadText(self.units)
        if key == "erase":
            if self.unit:
                return replace(self, unit="")
            return replace(self, digits=self.digits[:-1])
        if key in dict(self.units):
            return replace(self, unit=key) if self.digits else self
        if self.unit or len(self.digits.replace(".", "")) >= DIGITS_MAX:
            return self
        if key == "." and self.units and "." not in self.digits:
            return replace(self, digits=(self.digits or "0") + ".")
        if key.isdigit():
            return replace(self, digits=(self.digits if self.digits != "0" else "") + key)
        return self

    @property
    def value(self) -> int | None:
        """The amount in whole units, or None while it is none."""
        if not self.digits or (self.units and not self.unit):
            return None
        factor = dict(self.units).get(self.unit, 1)
        whole, _, part = self.digits.partition(".")
        scale = 10 ** len(part)
        scaled = int(whole + part) * factor
        return scaled // scale if scaled % scale == 0 else None

    @property
    def asks_unit(self) -> bool:
        """Whether a unit is what is missing."""
        return bool(self.units and self.digits and not self.unit)
