"""The machines the tests of the box run on."""

from tests.pi.machine import box, machine, set_up

__all__ = ["box", "machine", "set_up"]
