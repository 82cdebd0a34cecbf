"""Every figure of docs/benchmarks.md, one after the other: ``python -m benchmarks``."""

from __future__ import annotations

from benchmarks import app, auction_end, bank, phones, press_to_light

for part in (press_to_light, bank, app, auction_end, phones):
    part.main()
