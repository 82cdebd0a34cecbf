"""What a person would see at a glance: cut words, buttons too small, things on top of others.

``problems(root)`` is for every screen's test; it returns one sentence per fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

FINGER = 48
"""Smallest target in pixels of the 800 x 480 design."""
SLACK = 1.5

Box = tuple[float, float, float, float]


class Shown(NamedTuple):
    """A widget a person can see, where it is, and the part of the screen it may be seen in."""

    widget: Any
    box: Box
    within: Box


def problems(root: Any) -> list[str]:
    """Every fault of the picture as it is now."""
    every = _shown(root)
    top = every if top_of(root) is root else _shown(top_of(root), box_of(root))
    touched = _touched(root, top)
    return [
        *_cut_words(every),
        *_small_targets(touched, box_of(root)),
        *_overlaps(touched),
        *_covered_words(top),
    ]


def seen(root: Any) -> Iterator[Any]:
    """Every widget a person can see: not transparent, not empty, inside what is shown of it."""
    return (one.widget for one in _shown(root))


def words_seen(root: Any) -> Iterator[tuple[Any, Box]]:
    """Every label a person can read, under a sheet only those on it, and what is shown of it."""
    from kivy.uix.label import Label

    for widget, box, within in _shown(top_of(root), box_of(root)):
        if isinstance(widget, Label) and widget.text.strip():
            yield widget, _meet(box, within)


def targets(root: Any) -> list[Any]:
    """Everything that can be touched now; under a sheet, only what is on it."""
    return [widget for widget, _ in _touched(root, _shown(top_of(root), box_of(root)))]


def _cut_words(every: Sequence[Shown]) -> list[str]:
    """Labels whose text is wider or taller than their box, or ends in an ellipsis."""
    from kivy.uix.label import Label

    faults = []
    for widget, box, within in every:
        if not isinstance(widget, Label) or not widget.text or not widget.text.strip():
            continue
        wide, high = widget.texture_size
        if getattr(widget, "shorten", False) or widget.is_shortened:
            faults.append(f"{widget.text!r} is shortened to {widget.width:.0f} px")
        elif wide > widget.width + SLACK or high > widget.height * 1.25 + SLACK:
            size = f"{wide:.0f}x{high:.0f} in {widget.width:.0f}x{widget.height:.0f}"
            faults.append(f"{widget.text!r} is cut: {size}")
        elif not _inside(box, within) and not _scrolled(widget):
            faults.append(f"{widget.text!r} reaches outside the screen")
    return faults


def _small_targets(found: Sequence[tuple[Any, Box]], screen: Box) -> list[str]:
    """Targets smaller than a finger, or partly outside the screen."""
    from companion.ui.theme import theme

    least = FINGER * theme.u - SLACK
    faults = []
    for widget, _ in found:
        if widget.width < least or widget.height < least:
            size = f"{widget.width / theme.u:.0f}x{widget.height / theme.u:.0f}"
            faults.append(f"{_name(widget)} is too small to touch: {size}")
        if not _inside(box_of(widget), screen) and not _scrolled(widget):
            faults.append(f"{_name(widget)} reaches outside the screen")
    return faults


def _overlaps(found: Sequence[tuple[Any, Box]]) -> list[str]:
    """Targets that lie on top of each other."""
    return [
        f"{_name(one)} and {_name(other)} overlap"
        for place, (one, box) in enumerate(found)
        for other, other_box in found[place + 1 :]
        if _overlap(box, other_box) and not _holds(one, other) and not _holds(other, one)
    ]


def _covered_words(top: Sequence[Shown]) -> list[str]:
    """Words printed over other words."""
    from kivy.uix.label import Label

    labels = [
        (widget, _ink(widget, box))
        for widget, box, _ in top
        if isinstance(widget, Label) and widget.text.strip() and not _scrolled(widget)
    ]
    drawn = [
        (widget, box)
        for widget, box, _ in top
        if type(widget).__name__ in ("Icon", "SeatBadge") and _shows(widget)
    ]
    over = [
        f"{_name(one)} lies on {other.text!r}"
        for one, box in drawn
        for other, whole in labels
        if other.parent is not one and not _under_notice(one, other)
        if any(_overlap(box, line) for line in _lines(other, whole))
    ]
    return over + [
        f"{one.text!r} and {other.text!r} are printed over each other"
        for place, (one, box) in enumerate(labels)
        for other, other_box in labels[place + 1 :]
        if _overlap(box, other_box) and not _under_notice(one, other)
    ]


def _touched(root: Any, top: Sequence[Shown]) -> list[tuple[Any, Box]]:
    """What can be touched, and the part of it that is in sight."""
    from companion.ui.widgets import Notice

    found = [
        (widget, _meet(box, within))
        for widget, box, within in top
        if hasattr(widget, "pressed") and getattr(widget, "enabled", True)
    ]
    if top_of(root) is not root:
        found += [(one, box_of(one)) for one in root.children if isinstance(one, Notice)]
    notices = [box for widget, box in found if isinstance(widget, Notice)]
    return [
        (widget, box)
        for widget, box in found
        if isinstance(widget, Notice) or not any(_overlap(box, other) for other in notices)
    ]


def top_of(root: Any) -> Any:
    return getattr(root, "sheet", None) or root


def _under_notice(one: Any, other: Any) -> bool:
    from companion.ui.widgets import Notice

    return any(isinstance(w.parent, Notice) for w in (one, other))


def _shown(root: Any, within: Box | None = None) -> list[Shown]:
    """Everything to be seen of ``root`` inside ``within``, outer before inner."""
    from kivy.uix.scrollview import ScrollView

    left, bottom = root.to_window(root.x, root.y)
    found = []
    # With each widget go the offset of its coordinates from the window's and what shows it.
    rest = [(root, left - root.x, bottom - root.y, within or box_of(root))]
    while rest:
        widget, dx, dy, screen = rest.pop()
        if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
            continue
        left, bottom = widget.x + dx, widget.y + dy
        box = (left, bottom, left + widget.width, bottom + widget.height)
        inside = _meet(box, screen)
        if inside[2] - inside[0] < 1 or inside[3] - inside[1] < 1:
            continue
        found.append(Shown(widget, box, screen))
        if widget.children:
            by_x, by_y = widget.to_parent(0, 0)
            inner = inside if isinstance(widget, ScrollView) else screen
            rest += [(child, dx + by_x, dy + by_y, inner) for child in widget.children]
    return found


def box_of(widget: Any) -> Box:
    left, bottom = widget.to_window(widget.x, widget.y)
    return (left, bottom, left + widget.width, bottom + widget.height)


def _ink(label: Any, box: Box) -> Box:
    """Where the letters are: the texture less the room above and below capital letters."""
    from companion.ui.measure import text_width

    left, bottom, right, top = box
    wide, high = label.texture_size
    line = max(text_width(part, label.bold) for part in label.text.split("\n")) * label.font_size
    wide = min(wide, line)
    if label.halign == "center":
        left, right = (left + right - wide) / 2, (left + right + wide) / 2
    elif label.halign == "right":
        left = right - wide
    else:
        right = left + wide
    middle = (bottom + top) / 2
    room = 0.2 * label.font_size
    return (left + 1, middle - high / 2 + room, right - 1, middle + high / 2 - room)


def _lines(label: Any, ink: Box) -> Iterator[Box]:
    """Where the letters of each line are, from the top down."""
    left, bottom, right, top = ink
    lines = label._label._cached_lines
    high = (top - bottom) / max(1, len(lines))
    for number, line in enumerate(lines):
        spare = max(0, right - left - line.w)
        start = left + {"left": 0, "center": spare / 2, "right": spare}.get(label.halign, 0)
        yield (
            start,
            top - (number + 1) * high,
            start + min(line.w, right - left),
            top - number * high,
        )


def _shows(drawn: Any) -> bool:
    return bool(getattr(drawn, "name", "") or getattr(drawn, "letter", ""))


def _meet(one: Box, other: Box) -> Box:
    return (
        max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]),
    )  # fmt: skip


def _overlap(one: Box, other: Box) -> bool:
    left, bottom, right, top = _meet(one, other)
    return right - left > SLACK and top - bottom > SLACK


def _inside(one: Box, other: Box) -> bool:
    return (
        one[0] >= other[0] - SLACK and one[1] >= other[1] - SLACK
        and one[2] <= other[2] + SLACK and one[3] <= other[3] + SLACK
    )  # fmt: skip


def _scrolled(widget: Any) -> bool:
    from kivy.uix.scrollview import ScrollView

    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return True
        parent = parent.parent
    return False


def _name(widget: Any) -> str:
    words = next((str(getattr(widget, n)) for n in ("text", "says", "msgid", "words", "icon")
                  if getattr(widget, n, "")), "")  # fmt: skip
    return f"{type(widget).__name__} {words!r}"


def _holds(outer: Any, inner: Any) -> bool:
    return any(widget is inner for widget in outer.walk(restrict=True))
