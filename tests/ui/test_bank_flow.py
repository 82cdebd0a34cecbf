"""From power-on to the winner on the real session: journal, library and screen together."""

from __future__ import annotations

from pathlib import Path

from companion.unit.unit import Phase
from tests.ui.test_flow import Table, table


def cash(play: Table, seat: str) -> int:
    """What a player has, read from the view the screen shows."""
    game = play.parts.session.view.game
    return next(int(one.cash.value) for one in game.seats if one.letter == seat)


def test_a_game_is_set_up_played_put_away_and_gone_on_with(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("New game")
        play.advance(0)
        play.tap("US board")
        play.tap("Start · 1,500 each")
        play.advance(0)
        assert play.stage.root.page_id == "table"
        assert cash(play, "A") == 1500
        play.parts.frontend.ask({"do": "salary", "who": "A"}, "s1", lambda _: None)
        play.advance(0)
        play.tap("Ledger")
        play.advance(0)
        assert {"Passed GO", "200"} <= play.read()
        play.tap("Standings")
        play.advance(0)
        assert "1,700 cash" in play.read()
        play.tap("menu")
        play.tap("Games")
        play.advance(0)
        play.tap("Put this game away")
        play.advance(0)
        assert play.parts.session.view.game is None
        play.tap("Go on")
        play.advance(0)
        assert cash(play, "A") == 1700
    with table(tmp_path) as play:
        play.tap("Games")
        play.advance(0)
        play.tap("Go on")
        play.advance(0)
        assert cash(play, "A") == 1700


def test_a_debt_is_raised_for_and_a_bankruptcy_ends_the_game(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("New game")
        play.advance(0)
        for name in ("Player D", "Player C"):
            play.tap(name)
            play.tap("Remove player")
        play.tap("Start · 1,500 each")
        play.advance(0)
        request = {"do": "pay", "from": "A", "to": "B", "amount": 2000, "reason": "rent"}
        play.parts.frontend.ask(request, "p1", lambda _: None)
        play.advance(0)
        play.stage.root.open("raise")
        play.advance(400)
        assert {"Player A owes Player B 2,000", "1,500"} <= play.read()
        play.tap("Bankrupt…")
        play.advance(0)
        play.tap("Player A is bankrupt")
        play.advance(0)
        assert play.stage.root.page_id == "standings"
        assert "Player B wins" in play.read()


def test_an_export_lands_in_the_data_folder(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("New game")
        play.advance(0)
        play.tap("Start · 1,500 each")
        play.advance(0)
        play.tap("Ledger")
        play.tap("Export")
        play.tap("Spreadsheet")
        play.advance(0)
        assert list(tmp_path.rglob("*.csv"))
        assert ".csv" in play.stage.root.notice


def test_c83_the_units_light_times_a_deal_and_goes_out_when_they_agree(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("New game")
        play.advance(0)
        play.tap("US board")
        play.tap("Start · 1,500 each")
        play.advance(0)
        play.parts.frontend.ask({"do": "buy", "who": "A", "deed": 39}, "b1", lambda _: None)
        play.advance(0)
        play.tap("Unit")
        play.tap("auction")
        play.advance(20_000)
        assert play.unit.phase is Phase.AUCTION
        play.stage.root.open("deal")
        play.advance(400)
        rows = [w for w in play.stage.root.page.walk() if getattr(w, "what", "") == "Boardwalk"]
        rows[0].dispatch("on_tap")
        play.advance(0)
        play.tap("Offer it to Player B")
        play.advance(1_000)
        play.tap("Player B agrees")
        play.advance(100)
        assert play.unit.phase is not Phase.AUCTION
        game = play.parts.session.view.game
        assert next(tile.owner for tile in game.tiles if tile.pos == 39) == "B"


def test_c83_no_agreement_before_the_light_goes_out_books_nothing(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("New game")
        play.advance(0)
        play.tap("US board")
        play.tap("Start · 1,500 each")
        play.advance(0)
        play.parts.frontend.ask({"do": "buy", "who": "A", "deed": 39}, "b1", lambda _: None)
        play.advance(0)
        play.stage.root.open("deal")
        play.advance(400)
        rows = [w for w in play.stage.root.page.walk() if getattr(w, "what", "") == "Boardwalk"]
        rows[0].dispatch("on_tap")
        play.advance(0)
        play.tap("50 s clock")
        play.tap("Offer it to Player B")
        play.advance(49_000)
        assert play.stage.root.page.waiting
        play.advance(2_000)
        play.advance(0)
        assert not play.stage.root.page.waiting
        game = play.parts.session.view.game
        assert next(tile.owner for tile in game.tiles if tile.pos == 39) == "A"
