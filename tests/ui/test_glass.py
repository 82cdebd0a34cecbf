"""Real touches: Xvfb, a real process, xdotool's finger. The kinds of trouble Pi screens had."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.xvfb import VirtualScreen

ROOT = Path(__file__).resolve().parents[2]


class Glass:
    """The running app, its output line by line, and a finger on its screen."""

    def __init__(self, screen: VirtualScreen, process: subprocess.Popen[str]) -> None:
        self.screen, self.process = screen, process

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def lines_until(self, last: str) -> list[str]:
        """Everything said up to and including ``last``; the test's time limit guards it."""
        found = []
        while not found or found[-1] != last:
            found.append(self.line())
            assert found[-1], f"the app ended after {found}"
        return found

    def tap(self, x: int, y: int) -> None:
        self.screen.down(x, y)
        self.screen.up()


@contextmanager
def glass(home: Path, rotation: int = 0) -> Iterator[Glass]:
    with VirtualScreen() as screen:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.glassapp", str(home), str(rotation)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True, env=_environment(),
        )  # fmt: skip
        try:
            made = Glass(screen, process)
            assert made.line().startswith("ready")
            yield made
        finally:
            process.terminate()
            process.wait(10)


def _environment() -> dict[str, str]:
    import os

    wanted = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY_", "SDL_"))}
    return {**wanted, "SDL_AUDIODRIVER": "dummy"}


@pytest.mark.timeout(30)
def test_c143_c152_a_real_finger_presses_with_the_cursor_hidden_and_escape_does_not_close(
    tmp_path: Path,
) -> None:
    with glass(tmp_path) as app:
        app.screen.key("Escape")
        app.screen.key("F1")
        app.screen.down(86, 260)
        assert app.lines_until("touch build down")[-1] == "touch build down"
        app.screen.up()
        app.lines_until("touch build up")
        app.screen.key("b")
        assert app.lines_until("touch build up")[-2:] == ["touch build down", "touch build up"]
        app.screen.down(630, 440)
        app.screen.up()
        said = app.lines_until("command cancel")
        assert "closed" not in said
        assert app.process.poll() is None


@pytest.mark.timeout(30)
@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_c140_a_turned_screen_is_touched_where_it_shows(tmp_path: Path, rotation: int) -> None:
    """Four corners of the glass, 30 px in, arrive in the corners of the picture that is turned."""
    with glass(tmp_path, rotation) as app:
        width, height = (480, 800) if rotation in (90, 270) else (800, 480)
        corners = {(30, 30), (width - 31, 30), (30, height - 31), (width - 31, height - 31)}
        hits = set()
        for x, y in ((30, 30), (769, 30), (30, 449), (769, 449)):
            app.tap(x, y)
            said = app.line()
            while not said.startswith("glass"):
                said = app.line()
            hits.add(tuple(int(n) for n in said.split()[1:]))
        for x, y in corners:
            assert any(abs(x - at_x) <= 2 and abs(y - at_y) <= 2 for at_x, at_y in hits), hits


@pytest.mark.timeout(30)
def test_c154_a_users_own_kivy_settings_change_nothing(tmp_path: Path) -> None:
    """Somebody else's ~/.kivy has red dots, a rotation and a closing Escape; ours is untouched."""
    user = tmp_path / "user"
    (user / ".kivy").mkdir(parents=True)
    config = user / ".kivy" / "config.ini"
    config.write_text(
        "[kivy]\nexit_on_escape = 1\nkeyboard_mode = dock\n[graphics]\nrotation = 90\n"
        "fullscreen = auto\n[input]\nmouse = mouse\n[modules]\ninspector = 1\n"
    )
    before = config.read_text()
    asked = (
        "from pathlib import Path; from companion.ui.start import *;"
        f"prepare(Path({str(tmp_path / 'ours')!r}), Display());"
        "from kivy.config import Config;"
        "print([Config.get(*k.split('.')) for k in ('kivy.exit_on_escape', 'kivy.keyboard_mode',"
        "'graphics.rotation', 'graphics.fullscreen', 'input.mouse')], Config.options('modules'))"
    )
    said = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**_environment(), "HOME": str(user)},
    ).stdout  # fmt: skip
    assert said.strip() == "['0', '', '0', '0', 'mouse,disable_multitouch'] []"
    assert config.read_text() == before
    assert [path.name for path in (user / ".kivy").iterdir()] == ["config.ini"]


def test_kivy_imported_too_early_is_said() -> None:
    asked = (
        "import kivy; from pathlib import Path; from companion.ui.start import *;"
        "prepare(Path('/nowhere'), Display())"
    )
    env = {**_environment(), "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONFIG": "1"}
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True,
                          env=env)  # fmt: skip
    assert said.returncode != 0
    assert "imported before its environment was set" in said.stderr
