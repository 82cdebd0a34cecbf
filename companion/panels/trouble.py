"""What the user is told when pins cannot be used: what is wrong, the usual cause, what to do."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from companion.panels.panel import Status, trouble


def pin_status(use: str, number: int, fault: Exception) -> Status:
    """Why the pin with BCM ``number`` cannot serve as ``use`` (its key in pins.toml)."""
    kinds = _kinds(fault)
    facts: dict[str, object] = {"pin": number, "use": use, "reason": str(fault)}
    if "GPIOPinInUse" in kinds or "busy" in str(fault).lower():
        return trouble(
            "GPIO{pin} ({use}) is in use by another program.",
            "Close that program, or give {use} another pin in pins.toml.",
            **facts,
        )
    if "PinInvalidPin" in kinds:
        return trouble(
            "GPIO{pin} ({use}) does not exist on this board.",
            "Give {use} another pin in pins.toml.",
            **facts,
        )
    if "PinPWMUnsupported" in kinds:
        return trouble(
            "GPIO{pin} ({use}) can only be switched on and off by this pin library.",
            "Use the pin library lgpio.",
            **facts,
        )
    return trouble(
        "GPIO{pin} ({use}) cannot be used: {reason}.",
        "Check its wire and pins.toml, then start again.",
        **facts,
    )


def chips() -> tuple[Path, ...]:
    """What the kernel offers of pins."""
    return tuple(Path("/dev").glob("gpiochip*"))


def factory_status(
    library: str, build: int, auction: int, fault: Exception, chips: Iterable[Path]
) -> Status:
    """Why there are no pins at all; ``build`` and ``auction`` are the BCM numbers in vain."""
    kinds = _kinds(fault)
    facts: dict[str, object] = {
        "library": library,
        "build": build,
        "auction": auction,
        "reason": str(fault),
    }
    if "PinUnknownPi" in kinds:
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: this computer is not a Raspberry Pi.",
            "Use the buttons on the screen.",
            **facts,
        )
    if "LookupError" in kinds:
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: there is no pin library {library}.",
            "Use lgpio, rpigpio, pigpio or native.",
            **facts,
        )
    if kinds & {"ImportError", "AttributeError"}:
        # AttributeError: an outdated lgpio can be imported and lacks half of its names.
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: the pin library {library} is missing "
            "or too old.",
            "Install it: sudo apt install python3-lgpio.",
            **facts,
        )
    if library != "lgpio" and "PermissionError" not in kinds:
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: the pin library {library} does not know "
            "this computer ({reason}).",
            "Use the pin library lgpio.",
            **facts,
        )
    if not (found := tuple(chips)):
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: the system offers no pins ({reason}).",
            "Bring it up to date: sudo apt full-upgrade, then restart.",
            **facts,
        )
    if "PermissionError" not in kinds and all(os.access(chip, os.R_OK | os.W_OK) for chip in found):
        return trouble(
            "No buttons at GPIO{build} and GPIO{auction}: the pin library looks for the pins at "
            "another number than the kernel has them ({reason}).",
            "Bring it up to date: sudo apt install python3-gpiozero python3-lgpio.",
            **facts,
        )
    return trouble(
        "No buttons at GPIO{build} and GPIO{auction}: the pins cannot be opened ({reason}).",
        "Join the group gpio: sudo usermod -aG gpio $USER, then log in again.",
        **facts,
    )


def lost_status(fault: Exception) -> Status:
    """The pins worked and do not any more."""
    return trouble(
        "The pins stopped answering: {reason}.",
        "Check the wires, then start again.",
        reason=str(fault),
    )


def _kinds(fault: Exception) -> set[str]:
    """Class names, so that telling of a missing library does not need the library."""
    return {kind.__name__ for kind in type(fault).__mro__}
