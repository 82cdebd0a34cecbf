"""Every picture of the documents, taken from the real app: ``make pictures``.

The hands are those of the tests (``tests/ui/walk.py``): words are read and buttons touched, time
and chance are handed in, so the same program gives the same pictures. ``python tools/pictures.py
[--out DIR] [--only SCENE] [--language en|de]`` takes some of them elsewhere.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import tests.ui.conftest  # noqa: E402, F401  # the window without a display, before Kivy
from companion.locale import i18n  # noqa: E402
from companion.storage.library import NewGame  # noqa: E402
from tests.ui import walk  # noqa: E402

LANGUAGES = ("en", "de")
FAMILY = ("Anna", "Ben", "Cleo", "Dan")
MANY = ("Anna", "Benjamin", "Cleo", "Dominik", "Elisabeth", "Friedrich", "Greta", "Hannes")
COLOURS = 128
"""Flat screens need no more; a picture is then about 20 kB."""

STORY = ("unit", "unit-build", "city-setup", "city-table", "city-landing", "city-build",
         "city-auction", "city-rent", "city-map", "city-standings")  # fmt: skip
STORY_SIZE = (600, 360)
STORY_MS = 1_600


class Camera:
    """A walk on the screen that can also book what the picture needs, and keeps pictures."""

    def __init__(self, hand: walk.Walk, language: str, out: Path) -> None:
        self.hand = hand
        self.words = i18n.load(language)
        self._out = out

    def keep(self, name: str) -> None:
        """The screen as it is now, as ``name``.png."""
        for _ in range(3):
            self.hand.wait(0)
        self.hand.stage.watch()
        self.hand.stage.frames(3)
        target = self._out / f"{name}.png"
        shot = Path(self.hand.stage.window.screenshot(name=str(target)))
        picture = shot.read_bytes()
        shot.unlink()
        target.write_bytes(small(picture))

    def touch(self, *msgids: str, nth: int = 0) -> None:
        """Touch what shows these words, told in English."""
        self.hand.touch(*(self.words.tr(msgid) for msgid in msgids), nth=nth)

    def table(self, edition: str, names: tuple[str, ...], **options: Any) -> None:
        """A game on the table without touching through its setup."""
        said: list[str] = []
        setup = NewGame(edition, names, options=tuple(options.items()))
        self.hand.parts.frontend.new_game(setup, said.append)
        self.rest()
        if said != [""]:
            raise RuntimeError(f"{edition} does not begin: {said}")

    def ask(self, do: str, **fields: Any) -> None:
        """Book a request; the picture shows what it left."""
        answers: list[Any] = []
        ends = {"source": "from", "target": "to"}
        data = {ends.get(name, name): value for name, value in fields.items()}
        self.hand.parts.session.ask({"do": do, **data}, answers.append)
        self.hand.wait(10)
        if answers[0].refused is not None:
            raise RuntimeError(f"{do} {fields}: {answers[0].refused}")

    def owns(self, who: str, *deeds: int) -> None:
        """Deeds bought without landing on them."""
        for deed in deeds:
            self.ask("buy", who=who, deed=deed)

    def open(self, page: str) -> None:
        """A page that a picture begins on."""
        self.hand.stage.root.open(page)
        self.rest()

    def rest(self) -> None:
        """The new page is there, and long enough to be touched."""
        self.hand.wait(0)
        self.hand.wait(400)


def small(png: bytes) -> bytes:
    """The picture with a palette."""
    from PIL import Image

    out = BytesIO()
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def unit(camera: Camera) -> None:
    """The trading unit alone, from power-on, and the settings."""
    hand = camera.hand
    camera.keep("unit")
    camera.touch("BUILD")
    hand.wait(1_500)
    camera.keep("unit-build")
    hand.wait(31_000)
    camera.touch("AUCTION")
    hand.wait(22_000)
    camera.keep("unit-auction")
    hand.wait(40_000)
    camera.open("settings")
    camera.keep("settings")


def city(camera: Camera) -> None:
    """The first evening: setup, a purchase, the number built, an auction, a rent."""
    hand = camera.hand
    camera.touch("New game")
    hand.touch("City")
    camera.keep("city-setup")
    camera.table("city_us", FAMILY)
    camera.keep("city-table")
    hand.touch("Old Town")
    camera.keep("city-landing")
    hand.next()
    camera.touch("Unit")
    camera.touch("BUILD")
    hand.wait(1_500)
    camera.keep("city-build")
    camera.open("table")
    camera.ask("end_turn", confirm=True)
    hand.touch("Fortune Valley")
    camera.touch("Do not buy: auction")
    hand.wait(4_000)
    camera.ask("bid", who="C", amount=1_200_000)
    camera.ask("bid", who="B", amount=1_500_000)
    hand.wait(20_000)
    camera.keep("city-auction")
    hand.wait(40_000)
    camera.open("table")
    camera.ask("end_turn", confirm=True)
    for who, deeds in (("A", (14, 16)), ("B", (26, 27)), ("C", (31, 32, 34)), ("D", (1, 3))):
        camera.owns(who, *deeds)
    for piece, count in (("industrial_block", 4), ("residential_block", 2)):
        for _ in range(count):
            camera.ask("place", who="A", deed=11, piece=piece, card=True)
    camera.ask("place", who="B", deed=31, piece="rubbish_dump", card=True)
    camera.ask("place", who="A", deed=14, piece="park", card=True)
    camera.open("map")
    camera.keep("city-map")
    camera.open("table")
    hand.touch("Old Town")
    camera.keep("city-rent")
    hand.next()
    camera.open("standings")
    camera.keep("city-standings")


def classic(camera: Camera) -> None:
    """A table of eight in mid-game."""
    hand = camera.hand
    board = {"en": "classic_us", "de": "classic_de"}[camera.words.code]
    camera.table(board, MANY)
    deeds = (("A", (1, 3)), ("B", (6, 8, 9)), ("C", (5, 15)), ("D", (12,)), ("E", (39,)),
             ("F", (16, 18)), ("G", (21, 23, 24)), ("H", (31,)))  # fmt: skip
    for who, own in deeds:
        camera.owns(who, *own)
        hand.wait(120_000)
    camera.ask("build", who="G", lots=[{"deed": deed, "n": 1} for deed in (21, 23, 24)])
    camera.ask("build", who="A", lots=[{"deed": 1, "n": 3}, {"deed": 3, "n": 3}])
    camera.ask("mortgage", who="C", deed=5)
    camera.ask("pay", source="H", target="F", amount=250)
    camera.keep("classic-table")
    camera.open("ledger")
    camera.keep("classic-ledger")
    camera.open("table")
    camera.ask("land", who="A", pos=24)
    camera.open("landing")
    camera.keep("classic-rent")
    camera.ask("rent")
    camera.open("table")
    camera.ask("pay", source="G", target="H", amount=900, reason="rent")
    camera.open("raise")
    camera.keep("classic-raise")


def mega(camera: Camera) -> None:
    """Bus tickets in hand, the third die."""
    camera.table("mega_us", MANY)
    for who, own in (("A", (1, 3)), ("B", (7, 8)), ("C", (6, 20)), ("D", (16, 18))):
        camera.owns(who, *own)
    for who in "AABD":
        camera.ask("take", who=who, what="bus_ticket")
    camera.keep("mega-table")


def anti(camera: Camera) -> None:
    """Both sides at the table."""
    camera.table("anti_us", FAMILY)
    camera.keep("anti-sides")
    for who in "ABCD":
        camera.ask("role", who=who, side="competitor" if who in "AC" else "monopolist")
    camera.open("table")
    for who, own in (("A", (1, 3)), ("B", (6, 8, 9)), ("C", (11, 13)), ("D", (5,))):
        camera.owns(who, *own)
    camera.keep("anti-table")


def deal(camera: Camera) -> None:
    """Three tables of cards, a rent asked for."""
    camera.table("deal", FAMILY)
    for what in ("money_5", "money_3"):
        camera.ask("bank", who="A", what=what)
    camera.ask("lay", who="A", what="property_red")
    camera.ask("end_turn", confirm=True)
    camera.ask("lay", who="B", what="property_dark_blue")
    camera.ask("lay", who="B", what="property_dark_blue")
    camera.keep("deal-table")
    camera.ask("play", who="B", what="rent_green_dark_blue", group="dark_blue")
    camera.rest()
    camera.hand.touch({"en": "5M", "de": "5 Mio."}[camera.words.code])
    camera.keep("deal-pay")


def box(camera: Camera) -> None:
    """What only a box of its own has: the menu's entries, the PIN, the off key; and the stick."""
    hand = camera.hand
    camera.touch("Menu")
    camera.keep("box-menu")
    camera.touch("Leave the kiosk")
    for digit in "258":
        hand.touch(digit)
    camera.keep("box-pin")
    hand.stage.root.close_sheets()
    camera.rest()
    button = hand.stage.finger(hand.find(camera.words.tr("BUILD"))).down()
    hand.wait(5_500)
    camera.keep("box-off")
    button.up()
    hand.wait(12_000)
    hand.stage.root.close_sheets()
    _stick(camera)


def _stick(camera: Camera) -> None:
    """A stick with two games on it."""
    from companion.storage.usb import Sticks

    hand = camera.hand
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "companion-STICK")
        place.mkdir()
        mounts = Path(folder, "mountinfo")
        mounts.write_text(f"36 35 8:1 / {place} rw shared:1 - vfat /dev/sda1 rw\n")
        hand.parts.frontend.stick.sticks = Sticks(mounts, (Path(folder),))
        camera.table("city_us", FAMILY)
        # How much room this machine has is nobody's picture.
        with mock.patch("companion.storage.usb.shutil.disk_usage") as room:
            room.return_value.free = 16_000_000_000
            camera.open("stick")
            camera.touch("Save this game on the stick")
            camera.rest()
            camera.keep("box-stick")


SCENES: dict[str, Callable[[Camera], None]] = {
    "unit": unit, "city": city, "classic": classic, "mega": mega, "anti": anti, "deal": deal,
    "box": box,
}  # fmt: skip


def _kiosk(scene: str) -> Any:
    """The box's own part of the screen, where the scene shows one."""
    from companion.ui.kiosk import Kiosk
    from tests.ui.kioskbox import Box

    return Kiosk(Box(), Box()) if scene == "box" else None


def take(scene: str, language: str, out: Path) -> None:
    """Take the pictures of ``scene`` into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        walk.start(Path(data), language, name=scene, kiosk=_kiosk(scene)) as hand,
    ):
        SCENES[scene](Camera(hand, language, out))


def animation(pictures: Path, target: Path) -> None:
    """An evening in a few pictures, for the first page of the repository."""
    from PIL import Image

    frames = []
    for name in STORY:
        with Image.open(pictures / f"{name}.png") as picture:
            smaller = picture.convert("RGB").resize(STORY_SIZE, Image.Resampling.LANCZOS)
        frames.append(smaller.quantize(64, dither=Image.Dither.NONE))
    frames[0].save(
        target, save_all=True, append_images=frames[1:], duration=STORY_MS, loop=0, optimize=True
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "img")
    parser.add_argument("--only", choices=SCENES, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    chosen = parser.parse_args()
    for language in chosen.language or LANGUAGES:
        for scene in chosen.only or SCENES:
            take(scene, language, chosen.out / language)
            print(f"{language}: {scene}")
    if not chosen.only and not chosen.language:
        animation(chosen.out / "en", chosen.out / "evening.gif")
    return 0


if __name__ == "__main__":
    sys.exit(main())
