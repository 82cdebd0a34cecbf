"""finger.py WIDTH HEIGHT X Y WAIT_S: a touchscreen that is plugged in and, after a while, touched
again and again for a minute, as by somebody whose box is slow to see it (Linux, as root)."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time

UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x5502, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = (
    0x40045564, 0x40045565, 0x40045567, 0x4004556E,
)  # fmt: skip
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, INPUT_PROP_DIRECT = 0x14A, 1
ABS_X, ABS_Y, SLOT, PLACE_X, PLACE_Y, FINGER = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
"""The numbers of <linux/input-event-codes.h> and <linux/uinput.h>."""
TOUCHES, BETWEEN_S = 10, 6


def plug_in(width: int, height: int) -> int:
    """The file of a new touchscreen of that many dots."""
    screen = os.open("/dev/uinput", os.O_WRONLY)
    for order, bits in (
        (UI_SET_EVBIT, (EV_SYN, EV_KEY, EV_ABS)),
        (UI_SET_KEYBIT, (BTN_TOUCH,)),
        (UI_SET_PROPBIT, (INPUT_PROP_DIRECT,)),
    ):
        for bit in bits:
            fcntl.ioctl(screen, order, bit)
    most = {ABS_X: width - 1, ABS_Y: height - 1, PLACE_X: width - 1, PLACE_Y: height - 1}
    for axis, last in {**most, SLOT: 9, FINGER: 65535}.items():
        fcntl.ioctl(screen, UI_SET_ABSBIT, axis)
        fcntl.ioctl(screen, UI_ABS_SETUP, struct.pack("Hxx6i", axis, 0, 0, last, 0, 0, 0))
    name = b"Companion check"
    fcntl.ioctl(screen, UI_DEV_SETUP, struct.pack("4H80sI", 3, 0x1234, 0x5678, 1, name, 0))
    fcntl.ioctl(screen, UI_DEV_CREATE)
    return screen


def send(screen: int, *events: tuple[int, int, int]) -> None:
    """Events that belong together."""
    for kind, code, value in (*events, (EV_SYN, 0, 0)):
        os.write(screen, struct.pack("llHHi", 0, 0, kind, code, value))


def touch(screen: int, x: int, y: int) -> None:
    """A finger down and up again."""
    place = ((EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_ABS, PLACE_X, x), (EV_ABS, PLACE_Y, y))
    send(screen, (EV_ABS, SLOT, 0), (EV_ABS, FINGER, 1), *place, (EV_KEY, BTN_TOUCH, 1))
    time.sleep(0.3)
    send(screen, (EV_ABS, SLOT, 0), (EV_ABS, FINGER, -1), (EV_KEY, BTN_TOUCH, 0))


if __name__ == "__main__":
    width, height, x, y, wait_s = map(int, sys.argv[1:])
    glass = plug_in(width, height)
    time.sleep(wait_s)
    for number in range(TOUCHES):
        time.sleep(BETWEEN_S)
        # The kernel passes on only what has changed, and nobody touches the same dot twice.
        touch(glass, x + number % 2, y + number % 2)
    fcntl.ioctl(glass, UI_DEV_DESTROY)
