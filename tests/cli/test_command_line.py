"""The command line, the doctor, and what happens when the folder is not what it should be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.wiring import Options, build
from companion.cli.doctor import findings
from companion.locale import i18n
from companion.panels.panel import Key
from companion.panels.pins import PINS_FILE
from companion.storage.datadir import DataDir
from companion.storage.export import export
from companion.storage.journal import Journal
from companion.storage.library import Library, NewGame
from tests.cli.evening_log import played
from tools.xvfb import VirtualScreen


def test_help_reads_well(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    said = capsys.readouterr().out
    assert end.value.code == 0
    for word in (
        "--panel",
        "--edition",
        "--data",
        "--seed",
        "--lang",
        "--kiosk",
        "doctor",
        "pipe",
        "link",
    ):
        assert word in said
    assert all(len(line) <= 100 for line in said.splitlines())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--panel", "usb"], "say screen, gpio, serial"),
        (["--panel", "gpio:3"], "say screen, gpio, serial"),
        (["--panel", "serial:"], "say screen, gpio, serial"),
        (["--lang", "fr"], "invalid choice"),
        (["--seed", "x"], "invalid int"),
        (["dance"], "invalid choice"),
    ],
)
def test_a_wrong_argument_is_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert says in capsys.readouterr().err


def test_an_edition_there_is_no_data_for_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--edition", "classic_xx"]) == 2
    said = capsys.readouterr().err
    assert "classic_xx" in said and "classic_us" in said


def test_the_doctor_says_one_line_for_each_part(tmp_path: Path) -> None:
    found = list(findings(tmp_path / "data", "screen"))
    parts = [finding.part for finding in found]
    assert set(parts) == {
        "versions",
        "display",
        "touch",
        "gpio",
        "serial",
        "sound",
        "phones",
        "data",
    }
    for finding in found:
        assert "\n" not in finding.line()
        assert finding.text
    assert not list((tmp_path / "data").glob("doctor*")), "it leaves nothing behind"


def test_the_doctor_asks_whether_the_screen_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said() -> str:
        return next(one for one in findings(tmp_path, "screen") if one.part == "display").line()

    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with VirtualScreen():
        assert "ok" in said() and "X screen" in said()
    monkeypatch.setenv("DISPLAY", ":4711.0")
    assert "no" in said() and ":4711.0, where nobody answers" in said()
    monkeypatch.setenv("DISPLAY", "elsewhere:10.0")
    assert "X screen elsewhere" in said()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-4711")
    assert "Wayland screen wayland-4711, where nobody answers" in said()


def test_the_doctor_looks_at_the_tables_own_pins(tmp_path: Path) -> None:
    usual = PINS_FILE.read_text(encoding="utf-8")
    own = tmp_path / "pins.toml"

    def said() -> str:
        return {finding.part: finding.text for finding in findings(tmp_path, "gpio")}["gpio"]

    own.write_text(usual.replace("= 17", "= 6"), encoding="utf-8")
    assert "GPIO6" in said() and "GPIO17" not in said()
    own.write_text("build = no pin", encoding="utf-8")
    assert "pins.toml" in said()


@pytest.mark.parametrize("after", [True, False])
def test_the_folder_may_stand_before_the_command_or_after_it(
    tmp_path: Path, after: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--data", str(tmp_path / "mine"), "--panel", "gpio"]
    main(["doctor", *options] if after else [*options, "doctor"])
    said = capsys.readouterr().out
    assert str(tmp_path / "mine") in said and "GPIO17" in said


def test_the_doctor_names_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = {finding.part: finding for finding in findings(tmp_path / "file", "screen")}
    assert not found["data"].ok
    assert "--data" in found["data"].text


def test_the_doctor_leaves_a_running_companion_alone(tmp_path: Path) -> None:
    folder = DataDir(tmp_path)
    found = {finding.part: finding for finding in findings(tmp_path, "screen")}
    assert "in use" in found["data"].text
    folder.close()


def test_c121_a_pc_without_pins_starts_and_names_the_pins(tmp_path: Path) -> None:
    parts = build(Options(tmp_path, panel="gpio"), threaded=False)
    parts.session.subscribe(lambda view: None)
    parts.session.open()
    gpio = next(panel for panel in parts.session.view.shell.panels if panel.name == "gpio")
    assert not gpio.ready
    assert "GPIO17" in gpio.text.english()
    parts.frontend.touch(Key.AUCTION, True, "t1")
    parts.session.step()
    assert parts.session.view.unit.seconds == 50, "the buttons on the screen go on working"
    parts.session.close()
    parts.session.step()


def test_c119_a_second_companion_keeps_nothing_and_says_so(tmp_path: Path) -> None:
    first = build(Options(tmp_path), threaded=False)
    second = build(Options(tmp_path), threaded=False)
    second.session.subscribe(lambda view: None)
    second.session.open()
    assert "Another Companion" in second.session.view.shell.notice.english()
    second.frontend.touch(Key.AUCTION, True, "t1")
    second.session.step()
    assert Journal(tmp_path / "unit.companion").count() == 0
    first.close_folder()


def test_a_broken_setting_is_told_and_the_rest_counts(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('auction_s = 5\nlanguage = "de"\n')
    parts = build(Options(tmp_path), threaded=False)
    parts.session.subscribe(lambda view: None)
    parts.session.open()
    assert "auction_s" in parts.session.view.shell.notice.english()
    assert parts.frontend.settings.language == "de"


def test_settings_changed_on_the_screen_are_kept(tmp_path: Path) -> None:
    parts = build(Options(tmp_path), threaded=False)
    assert parts.frontend.change_setting("auction_s", 30) == ""
    assert "from 10 to 180" in parts.frontend.change_setting("auction_s", 300)
    parts.close_folder()
    again = build(Options(tmp_path), threaded=False)
    assert again.frontend.settings.auction_s == 30
    again.close_folder()


def test_an_exported_game_can_be_taken_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played()
    file = tmp_path / "game.jsonl"
    file.write_text(export(game.rules, tuple(game.book), "jsonl"), encoding="utf-8")
    assert main(["--data", str(tmp_path / "data"), "import", str(file)]) == 0
    assert "in the list of games" in capsys.readouterr().out
    names = ("A", "B", 'Cleo "C" \\ Ünal')
    assert Library(tmp_path / "data" / "games").games()[0].players == names


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe", b"{}\n{}"])
def test_a_file_that_is_no_game_is_one_sentence(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(content)
    assert main(["--data", str(tmp_path), "import", str(file)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["--data", str(tmp_path), "import", str(tmp_path / "none")]) == 1


def test_a_power_cut_leads_back_to_the_game_on_the_table(tmp_path: Path) -> None:
    parts = build(Options(tmp_path), threaded=False)
    parts.frontend.new_game(NewGame("classic_us", ("Anna", "Ben")), lambda fault: None)
    parts.session.step()
    parts.close_folder()  # the process is gone, without a farewell
    again = build(Options(tmp_path), threaded=False)
    told: list[str] = []
    again.frontend.resume(told.append)
    again.session.step()
    assert told == [""]
    game = again.session.game
    assert game is not None and game.rules.edition.id == "classic_us"
    again.frontend.close_game(told.append)
    again.session.step()
    again.close_folder()
    third = build(Options(tmp_path), threaded=False)
    third.frontend.resume(told.append)
    third.session.step()
    assert third.session.game is None, "a game that was put away stays away"
    assert told == [""] * 3


def test_a_game_that_is_gone_is_one_sentence_and_the_unit_works(tmp_path: Path) -> None:
    (tmp_path / "on-the-table").write_text("0007-classic_us")
    parts = build(Options(tmp_path), threaded=False)
    told: list[str] = []
    parts.frontend.resume(told.append)
    parts.session.step()
    assert "no game" in told[0]
    assert parts.session.game is None


def test_the_pipe_is_a_command_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "pipe", "--edition", "classic_us", "--players", "A,B"],
        input='{"do":"due","who":"B","deed":39}\n',
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert '"ok":true' in done.stdout


def test_the_machines_own_sentences_are_german_at_a_german_table(tmp_path: Path) -> None:
    german = i18n.load("de")
    first = build(Options(tmp_path, lang="de"), threaded=False)
    second = build(Options(tmp_path, lang="de"), threaded=False)
    second.session.subscribe(lambda view: None)
    second.session.open()
    assert "merkt sich aber nichts" in german.say(second.session.view.shell.notice)
    first.close_folder()
    (tmp_path / "settings.toml").write_text("auction_s = 5\nweights = [0, 0, 0, 0]\n")
    third = build(Options(tmp_path, lang="de"), threaded=False)
    third.session.subscribe(lambda view: None)
    third.session.open()
    said = german.say(third.session.view.shell.notice)
    assert "ganze Zahl von 10 bis 180" in said and "nicht alle 0" in said
    refused = third.frontend.change_setting("auction_s", 300)
    assert (
        german.translated(refused)
        == "'auction_s' muss eine ganze Zahl von 10 bis 180 sein, nicht 300"
    )
    third.close_folder()


def test_what_the_library_answers_is_german_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    parts = build(Options(tmp_path / "file", lang="de"), threaded=False)
    said: list[str] = []
    parts.frontend.export("csv", said.append)
    parts.frontend.delete_game("0001", said.append)
    parts.frontend.open_game("0001", said.append)
    german = i18n.load("de")
    assert [german.translated(sentence).split()[0] for sentence in said] == [
        "Diesmal",
        "Diesmal",
        "Das",
    ]


@pytest.mark.parametrize(
    ("addresses", "ok", "says"),
    [
        ((), False, "in no net"),
        (("127.0.0.1",), True, "they would come to http://127.0.0.1:8642/, so no firewall"),
    ],
)
def test_the_doctor_says_where_phones_would_come(
    addresses: tuple[str, ...], ok: bool, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.doctor.private_addresses", lambda: addresses)
    (phones,) = [one for one in findings(tmp_path, "screen") if one.part == "phones"]
    assert phones.ok is ok and says in phones.text
