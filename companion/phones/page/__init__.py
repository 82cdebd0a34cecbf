"""The phone's page: three files of ours, one with the table's colours put in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.faces import colours

_HERE = Path(__file__).parent

WORDS = (
    "Which seat is yours?", "has a phone",
    "The table asks once whether that is right.", "My seat", "Everybody", "Deal", "in cash",
    "Your deeds",
    "No deeds yet", "Just now", "Bank", "seconds", "Another bid", "How much?", "out", "turn", "you",
    "With whom?", "You give", "You get", "Cash", "Offer it", "Pay",
    "Ask the bank for it", "Mortgage", "Lift", "Build one", "Sell one", "The offer is on its way.",
    "The table is looked for …",
)  # fmt: skip
"""What the page itself says; the rest comes with each view."""


def _plain(name: str) -> bytes:
    return (_HERE / name).read_bytes()


def _style() -> bytes:
    """The style sheet behind the table's colours as variables."""
    named = {name.replace("_", "-"): value for name, value in colours.COLOURS.items()}
    named |= {f"seat-{'ABCDEFGH'[n]}": value for n, value in enumerate(colours.SEATS)}
    named |= {f"group-{group}": value for group, value in colours.GROUPS.items()}
    named |= {"built": colours.BUILT}
    lines = "".join(f"--{name}:{value};" for name, value in named.items())
    return f":root{{{lines}}}\n".encode() + _plain("style.css")


FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "/": (partial(_plain, "index.html"), "text/html; charset=utf-8"),
    "/app.js": (partial(_plain, "app.js"), "text/javascript; charset=utf-8"),
    "/icon.svg": (partial(_plain, "icon.svg"), "image/svg+xml"),
    "/style.css": (_style, "text/css; charset=utf-8"),
}
"""Every path there is: what makes its content, and its kind."""
