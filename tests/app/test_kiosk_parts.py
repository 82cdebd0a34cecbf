"""What the kiosk says to the system: signs of life, orders, light, and a line for what happened."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app import logs
from companion.app.backlight import Backlight
from companion.app.machine import Machine, systemctl
from companion.app.sd_notify import ServiceManager
from companion.app.watchdog import Watchdog
from companion.core.errors import Sentence
from companion.faces.views import ShellView, UnitView, View
from companion.locale import i18n
from companion.panels.panel import Key, Status
from companion.storage.settings import SettingFault, Settings, changed, load, save
from tests.session.rig import Evening, short_of_room


def listener(address: str) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind("\0" + address[1:] if address.startswith("@") else address)
    heard.setblocking(False)
    return heard


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_states_arrive_as_one_datagram(tmp_path: Path, kind: str) -> None:
    address = str(tmp_path / "notify") if kind == "path" else f"@companion-parts-{os.getpid()}"
    with listener(address) as heard:
        manager = ServiceManager({"NOTIFY_SOCKET": address})
        assert manager.say("READY=1", "STATUS=City, Jörg")
        assert heard.recv(4096).decode() == "READY=1\nSTATUS=City, Jörg"


def test_nobody_listening_or_a_full_socket_stops_nothing(tmp_path: Path) -> None:
    assert not ServiceManager({}).say("READY=1")
    assert not ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "none")}).say("READY=1")
    address = str(tmp_path / "notify")
    with listener(address):
        manager = ServiceManager({"NOTIFY_SOCKET": address})
        assert any(not manager.say("WATCHDOG=1") for _ in range(100_000)), "it never waits"


@pytest.mark.parametrize(
    ("environ", "ms"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10_000),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10_000),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
        ({}, 0),
    ],
)
def test_the_watchdogs_time_counts_if_it_is_ours(environ: dict[str, str], ms: int) -> None:
    assert ServiceManager({"NOTIFY_SOCKET": "/run/notify", **environ}).watchdog_ms == ms
    assert ServiceManager(environ).watchdog_ms == 0


class Heard(ServiceManager):
    """A service manager that remembers."""

    def __init__(self) -> None:
        super().__init__({"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "10000000"})
        self.said: list[str] = []

    def say(self, *states: str) -> bool:
        self.said += states
        return True


def test_a_beat_is_said_only_while_the_session_answers() -> None:
    asked: list[Callable[[], None]] = []
    manager = Heard()
    watchdog = Watchdog(manager, asked.append)
    assert watchdog.beat_s == 2.5
    watchdog.beat()
    watchdog.beat()
    watchdog.beat()
    assert (manager.said, len(asked)) == (["WATCHDOG=1"], 1)
    asked.pop()()
    watchdog.beat()
    assert manager.said == ["WATCHDOG=1"] * 2


def test_the_status_names_the_game_and_the_turn_once() -> None:
    manager = Heard()
    watchdog = Watchdog(manager, lambda told: None)
    game = View(1, ShellView("Friday"), UnitView(player="Anna"))
    for view in (View(), game, replace(game, number=2), View(3)):
        watchdog.seen(view)
    said = ["STATUS=trading unit", "STATUS=Friday, Anna", "STATUS=trading unit"]
    assert manager.said == said


def test_a_title_of_two_lines_orders_nothing() -> None:
    manager = Heard()
    Watchdog(manager, lambda told: None).seen(View(1, ShellView("Fun\nWATCHDOG=trigger")))
    assert manager.said == ["STATUS=Fun WATCHDOG=trigger"]


def told_machine(
    answer: str, carried_out: threading.Event | None = None
) -> tuple[Machine, list[str], list[str]]:
    orders: list[str] = []
    told: list[str] = []

    def order(verb: str) -> str:
        orders.append(verb)
        if carried_out is not None:
            carried_out.wait(5)
        return answer

    machine = Machine(order)
    machine.tell = told.append
    return machine, orders, told


def wait_for(machine: Machine) -> None:
    for thread in threading.enumerate():
        if thread.name == "machine":
            thread.join(5)


def test_switching_off_is_ordered_once_and_said() -> None:
    carried_out = threading.Event()
    machine, orders, told = told_machine("", carried_out)
    machine.switch_off()
    machine.switch_off()
    machine.restart()
    carried_out.set()
    wait_for(machine)
    assert orders == ["poweroff"]
    assert told == ["Switching off. Everything is saved."]
    assert not machine.left


def test_a_refused_order_is_a_sentence_in_both_languages_and_may_be_given_again() -> None:
    machine, orders, told = told_machine("Access denied")
    machine.restart()
    wait_for(machine)
    assert "Access denied" in told[-1] and "plug" in told[-1]
    assert isinstance(told[-1], Sentence)
    assert "Stecker" in i18n.load("de").translated(told[-1])
    machine.restart()
    wait_for(machine)
    assert orders == ["reboot", "reboot"]


def test_the_real_order_is_systemctls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "systemctl"
    fake.write_text(
        '#!/bin/sh\necho "$@" >> "$0.said"\n[ "$2" = poweroff ] || { echo no >&2; exit 1; }\n'
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert systemctl("poweroff") == ""
    assert systemctl("reboot") == "no"
    assert (tmp_path / "systemctl.said").read_text().split("\n")[0] == "--no-ask-password poweroff"
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert "systemctl" in systemctl("poweroff")


def lamp(folder: Path, *, power: bool = True, most: str = "255") -> Path:
    made = folder / "10-0045"
    made.mkdir()
    (made / "max_brightness").write_text(most)
    (made / "brightness").write_text(most)
    if power:
        (made / "bl_power").write_text("0")
    return made


def test_the_screens_own_light(tmp_path: Path) -> None:
    made = lamp(tmp_path)
    light = Backlight(tmp_path)
    light.shine(50)
    assert ((made / "brightness").read_text(), (made / "bl_power").read_text()) == ("128", "0")
    light.shine(0)
    assert ((made / "brightness").read_text(), (made / "bl_power").read_text()) == ("128", "4")
    light.shine(10)
    assert ((made / "brightness").read_text(), (made / "bl_power").read_text()) == ("26", "0")


def test_a_light_that_cannot_be_switched_is_turned_down(tmp_path: Path) -> None:
    made = lamp(tmp_path, power=False, most="7")
    light = Backlight(tmp_path)
    light.shine(10)
    assert (made / "brightness").read_text() == "1", "the smallest setting is not dark"
    light.shine(0)
    assert (made / "brightness").read_text() == "0"
    assert not (made / "bl_power").exists()


@pytest.mark.parametrize("most", ["", "many"])
def test_no_light_or_a_strange_one_is_no_fault(tmp_path: Path, most: str) -> None:
    Backlight(tmp_path / "none").shine(0)
    lamp(tmp_path, power=False, most=most)
    Backlight(tmp_path).shine(50)


def test_a_pin_is_digits_in_quotes_and_survives_its_file(tmp_path: Path) -> None:
    for wrong in ("123", "123456789", "12a4", 1234, "١٢٣٤", ""):
        with pytest.raises(SettingFault, match=r"4 to 8 digits in quotes$"):
            changed(Settings(), "pin", wrong)  # It is no word for the screen either.
    path = tmp_path / "settings.toml"
    save(path, changed(Settings(), "pin", "0042"))
    assert path.stat().st_mode & 0o077 == 0, "everybody could read it"
    assert load(path, Settings())[0].pin == "0042"


def formatted(environ: dict[str, str], level: int, text: str, **more: Any) -> str:
    root = logging.getLogger()
    before, at = root.handlers[:], root.level
    try:
        logs.begin(environ)
        record = logging.LogRecord("companion.x", level, "", 0, text, (), more.get("fault"))
        return root.handlers[0].format(record)
    finally:
        root.handlers[:] = before
        root.setLevel(at)


def test_in_a_service_each_line_has_its_priority_and_elsewhere_its_time() -> None:
    for name in ("JOURNAL_STREAM", "INVOCATION_ID"):
        assert formatted({name: "1"}, logging.INFO, "game is opened") == "<6>game is opened"
    assert formatted({"INVOCATION_ID": "1"}, logging.ERROR, "a\nb") == "<3>a\n<3>b"
    plain = formatted({}, logging.WARNING, "panel lost")
    assert plain[2::3][:2] == "::" and plain.endswith(" panel lost")


def test_a_save_that_fails_and_a_panel_that_goes_are_each_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room = [False]
    caplog.set_level(logging.INFO)
    evening = Evening(writer=short_of_room(room))
    evening.tap(Key.AUCTION)
    evening.advance(5_000)
    room[0] = True
    evening.advance(1_000)
    evening.panel.health = Status(False, "The panel is lost.", "Check its cable.")
    for _ in range(3):
        evening.panel.changed()
        evening.advance(1_000)
    evening.panel.health = Status(True)
    evening.panel.changed()
    evening.advance(1_000)
    said = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert said == [
        ("INFO", "panel memory is ready"),
        ("ERROR", "not saved: The disk is full."),
        ("INFO", "saving works again"),
        ("WARNING", "panel memory: The panel is lost. Check its cable."),
        ("INFO", "panel memory is ready"),
    ]


def test_a_board_that_answers_now_and_then_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    evening = Evening()
    caplog.set_level(logging.INFO)
    for sentence in ("Waiting.", "Nothing answers.") * 20:
        evening.panel.health = Status(False, sentence)
        evening.panel.changed()
        evening.advance(1_000)
    assert len([one for one in caplog.records if one.levelno == logging.WARNING]) == 2
