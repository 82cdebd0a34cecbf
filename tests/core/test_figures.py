"""Every figure a printing of ours holds is declared: money, a count or a percent."""

from __future__ import annotations

from companion.core.figures import Kind
from companion.games.loader import available, load


def test_every_figure_is_declared() -> None:
    for one in available():
        rules = load(one.id)
        printed = rules.edition
        assert set(printed.figures) <= set(printed.declared), printed.id
        for figure, declared in printed.declared.items():
            assert (declared.kind is Kind.PERCENT) == figure.endswith("_percent")
            value = printed.figures.get(figure, 0)
            whole = declared.kind is not Kind.MONEY or value % printed.unit == 0
            assert whole, f"{printed.id}: {figure} cannot be paid"
