"""The real page in a real browser: touched as people do, at three widths, in two languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.phones.test_server import NAMES, Table

WIDTHS = (320, 390, 430)
TARGET = 48
expect.set_options(timeout=30_000)
SMALL = """least => Array.from(document.querySelectorAll("button, input"), (one) => {
    const box = one.getBoundingClientRect();
    const small = box.width && Math.min(box.width, box.height) < least;
    return small ? `${one.textContent || one.id} ${box.width} x ${box.height}` : "";
}).filter(Boolean)"""
"""What can be touched and is smaller than that."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as started:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        yield started.chromium.launch(executable_path=path, args=["--no-sandbox"])


@pytest.fixture(params=["en", "de"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, request.param)
    yield made
    made.close()


class Hand:
    """A phone in a hand: what is wrong with what it shows is looked for at every width."""

    def __init__(self, context: BrowserContext, table: Table, name: str) -> None:
        self.context, self.page = context, context.new_page()
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("request", lambda asked: self.asked.append(asked.url))
        self.page.goto(f"{table.url}#code={table.phones.desk.code}")
        self.page.get_by_role("button", name=name).click()
        expect(self.page.locator("nav button").first).to_be_visible()

    def look(self) -> None:
        """Nothing wider than the phone, nothing too small to touch, at every width."""
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 740})
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                self.faults.append(f"{width}: {wide} wide")
            self.faults += [f"{width}: {one}" for one in self.page.evaluate(SMALL, TARGET)]

    def tab(self, n: int) -> None:
        self.page.locator("nav button").nth(n).click()

    def says(self, *words: str) -> None:
        for word in words:
            expect(self.page.locator("main")).to_contain_text(word)


@contextmanager
def hands(browser: Browser, table: Table, *names: str) -> Iterator[list[Hand]]:
    """Phones of these players; at the end nothing was wrong with what they showed."""
    contexts = [browser.new_context() for _ in names]
    made = []
    for context, name in zip(contexts, names, strict=True):
        made.append(Hand(context, table, name))
        seat = "ABC"[NAMES.index(name)]
        table.until(lambda desk, seat=seat: dict(desk.phones)[seat] == 1)  # type: ignore[misc]
    yield made
    for context in contexts:
        context.close()
    assert [fault for hand in made for fault in hand.faults] == []


def test_rent_payment_wish_deal_and_auction_by_touch(browser: Browser, table: Table) -> None:
    for deed in (11, 13, 14):
        table.ask(do="buy", who="B", deed=deed)
    table.ask(do="buy", who="A", deed=39)
    with hands(browser, table, "Anna", "Ben") as (anna, ben):
        assert len(set(anna.asked)) <= 5, "page, script, style, icon, and the line"
        table.ask(do="land", who="A", pos=13)
        ben.says("Anna", "20")
        ben.look()
        ben.page.locator("button.usual").click()
        expect(ben.page.locator(".cash")).to_contain_text("1")
        table.see("B", 1500 - 140 - 140 - 160 + 20)

        ben.tab(1)
        ben.look()
        ben.page.locator(".row input").first.fill("70")
        ben.page.locator(".row form button").first.click()
        table.see("A", 1500 - 400 - 20 + 70)
        ben.page.locator(".news input").fill("200")
        ben.page.locator(".news form button").click()
        ben.tab(2)
        ben.look()
        ben.page.locator("label.tick").first.click()
        ben.page.locator("#cash-A").fill("150")
        ben.page.locator("main > button.usual").click()
        anna.says("150", "St. Charles Place")
        anna.look()
        anna.page.locator("button.usual").click()
        table.see("A", 1500 - 400 - 20 + 70 - 150)

        table.ask(do="auction", deed=1)
        for hand in (anna, ben):
            expect(hand.page.locator(".number")).to_contain_text("5")
        anna.look()
        ben.tab(0)
        ben.page.locator("button.usual").first.click()
        anna.says("Ben", "10")
        anna.page.locator("form.typed input").fill("95")
        anna.page.locator("form.typed button").click()
        ben.says("Anna", "95")
        expect(anna.page.locator("button.usual")).to_have_count(0)


def test_a_house_is_built_and_a_deed_mortgaged_in_the_own_turn(
    browser: Browser, table: Table
) -> None:
    for deed in (37, 39, 5):
        table.ask(do="buy", who="A", deed=deed)
    left = 1500 - 350 - 400 - 200
    with hands(browser, table, "Anna") as (anna,):
        expect(anna.page.locator("button.pick")).to_have_count(0)
        table.phones.set_level("act")
        anna.page.locator("button.pick").nth(0).click()
        anna.look()
        anna.page.locator(".three button").last.click()
        table.see("A", left - 200)
        expect(anna.page.locator(".deed .built").first).to_have_text("■")
        anna.page.locator("button.pick").nth(2).click()
        anna.page.locator(".three button").first.click()
        table.see("A", left - 200 + 100)
        expect(anna.page.locator(".deed small").last).not_to_be_empty()


def test_it_comes_back_by_itself(browser: Browser, table: Table) -> None:
    with hands(browser, table, "Anna") as (anna,):
        url = table.url
        port = int(url.rstrip("/").rsplit(":", 1)[1])
        table.phones.switch_off()
        expect(anna.page.locator(".dot.on")).to_have_count(0)
        table.on(port)
        expect(anna.page.locator(".dot.on")).to_have_count(1)
        table.ask(do="pay", **{"from": "A", "to": "B", "amount": 100})
        expect(anna.page.locator(".cash")).to_contain_text("400")
        anna.page.reload()
        anna.says("400")
        table.phones.take_back("A")
        expect(anna.page.locator("button.seat")).to_have_count(3)
        anna.look()
        anna.faults = [fault for fault in anna.faults if "WebSocket connection" not in fault]


def test_names_are_words_and_never_markup(browser: Browser, table: Table) -> None:
    table.ask(do="rename", who="C", name="<b>Cleo</b>")
    with hands(browser, table, "Anna") as (anna,):
        anna.tab(1)
        anna.says("<b>Cleo</b>")
        assert anna.page.locator(".row strong b").count() == 0
