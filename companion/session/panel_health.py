"""How the panels are, for the top bar; what happens to them, for the log."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.faces.views import PanelView, Text
from companion.panels.panel import Panel, Status

log = logging.getLogger(__name__)


class PanelHealth:
    """Watches ``panels``. A board that comes and goes is told once each time, and why once."""

    def __init__(self, panels: Sequence[Panel]) -> None:
        self._panels = tuple(panels)
        self._ready: dict[str, bool] = {}
        self._told: set[tuple[str, str]] = set()

    def views(self) -> tuple[PanelView, ...]:
        """How each panel is now."""
        found = [(panel.name, panel.status()) for panel in self._panels]
        for name, status in found:
            self._note(name, status)
        return tuple(
            PanelView(
                name,
                status.ready,
                Text(status.sentence, status.facts),
                Text(status.remedy, status.facts),
            )
            for name, status in found
        )

    def _note(self, name: str, status: Status) -> None:
        if status.ready:
            if not self._ready.get(name):
                log.info("panel %s is ready", name)
            self._told = {told for told in self._told if told[0] != name}
        elif (why := (name, status.text())) not in self._told:
            self._told.add(why)
            log.warning("panel %s: %s", name, status.text())
        self._ready[name] = status.ready
