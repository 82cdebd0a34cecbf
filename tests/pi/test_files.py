"""The files of the box against the program they serve, and against the tools that read them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.__main__ import _parser
from companion.panels.ports import USB_IDS
from tests.pi.machine import PI, ROOT, Machine

FILES = PI / "files"
SCRIPTS = [*PI.glob("companion-*"), *PI.glob("*.sh")]


SERVICE: dict[str, list[str]] = {}
for key, value in re.findall(
    r"^(\w+)=(.*)$", (FILES / "companion.service").read_text(encoding="utf-8"), flags=re.M
):
    SERVICE.setdefault(key, []).append(value)


def test_scripts_pass_shellcheck() -> None:
    told = subprocess.run(
        ["shellcheck", *SCRIPTS, *(PI / "lib").iterdir(), *(ROOT / "tests/pi").glob("*.sh")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout


def test_scripts_keep_the_sizes_of_the_project() -> None:
    for path in [*SCRIPTS, *(PI / "lib").iterdir()]:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 400, path.name
        for body in re.findall(r"^\w+\(\) \{\n(.*?)^\}", text, flags=re.M | re.S):
            assert body.count("\n") <= 68, path.name


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.glob("*.service")))
def test_units_are_what_systemd_reads(name: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        return
    for path in FILES.glob("*.service"):
        # The programs are not installed here; everything else is as on the box.
        text = re.sub(r"^(Exec\w+=\+?)\S+", r"\1/bin/true", path.read_text(), flags=re.M)
        (tmp_path / path.name).write_text(text)
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name.replace("@.", "@sda1."))],
        capture_output=True, text=True, check=False,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    ours = [line for line in told.stderr.splitlines() if "companion" in line]
    assert ours == [] and told.returncode == 0, told.stderr


@pytest.mark.parametrize(
    ("name", "most"),
    [("companion", 2.1), ("companion-given-up", 1.0), ("companion-trouble", 2.0),
     ("companion-stick@", 4.0)],
)  # fmt: skip
def test_services_may_do_what_they_need_and_little_else(name: str, most: float) -> None:
    """As `systemd-analyze security` counts, from 0 (safe) to 10."""
    if shutil.which("systemd-analyze") is None:
        return
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", FILES / f"{name}.service"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = re.search(r"exposure level.*: ([\d.]+)", told.stdout)
    assert found and float(found[1]) <= most, told.stdout


def test_the_service_starts_the_program_with_words_it_knows() -> None:
    (line,) = SERVICE["ExecStart"]
    program, *words = shlex.split(line.replace("${PANEL}", "serial:/dev/companion-unit"))
    assert program == "/opt/companion/current/.venv/bin/companion"
    options = _parser().parse_args(words)
    assert options.kiosk and options.data == Path("/var/lib/companion")
    assert options.panel == "serial:/dev/companion-unit"
    for panel in ("screen", "gpio", "serial"):
        assert _parser().parse_args(["--panel", panel]).panel == panel


def test_the_box_installs_nothing_but_what_was_locked(box: Machine) -> None:
    """After a change of the dependencies: make lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    text = (PI / "requirements.txt").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w.-]+)==(\S+) ", text, flags=re.M))
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(locked[requirement.name]), requirement
    for entry in re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]:
        assert "--hash=sha256:" in entry
    pips = [line for line in (box.fake / "pip").read_text().splitlines() if "install" in line]
    assert [("--require-hashes" in line, "--no-deps" in line) for line in pips] == [
        (True, False), (False, True),
    ]  # fmt: skip
    assert all("--only-binary=:all:" in line or "--no-index" in line for line in pips)


def test_the_service_keeps_the_contract_with_the_app() -> None:
    wanted = {
        "Type": "notify", "NotifyAccess": "main", "User": "companion", "WatchdogSec": "10",
        "TimeoutStartSec": "60", "Restart": "always", "RestartPreventExitStatus": "0",
        "RestartSec": "1", "StateDirectory": "companion", "OnFailure": "companion-given-up.service",
    }  # fmt: skip
    assert {key: SERVICE[key] for key in wanted} == {key: [value] for key, value in wanted.items()}
    assert "SDL_VIDEODRIVER=kmsdrm" in " ".join(SERVICE["Environment"])
    asked = (FILES / "companion-given-up.service").read_text(encoding="utf-8")
    assert "StartLimitIntervalSec=0" in asked, "the last failure of a loop would not be seen"
    for closed in ("PrivateDevices", "ProtectKernelTunables", "ProtectClock"):
        assert closed not in SERVICE, f"{closed} takes screen, pins or backlight away"


def test_the_microcontrollers_rule_knows_the_boards_the_program_knows() -> None:
    text = (FILES / "60-companion.rules").read_text(encoding="utf-8")
    ids = re.findall(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="(\w+)"', text)
    assert {(int(vendor, 16), int(product, 16)) for vendor, product in ids} == USB_IDS
    assert all(word == word.lower() for pair in ids for word in pair), "udev compares letters"
    for word in re.findall(r'GOTO="(\w+)"', text):
        assert f'LABEL="{word}"' in text


def test_the_players_may_switch_off_and_nothing_else() -> None:
    text = (FILES / "50-companion.rules").read_text(encoding="utf-8")
    actions = re.findall(r'"org\.freedesktop\.([\w.-]+)"', text)
    assert sorted(actions) == [
        "login1.power-off", "login1.power-off-multiple-sessions",
        "login1.reboot", "login1.reboot-multiple-sessions",
    ]  # fmt: skip
    assert 'subject.user === "companion"' in text


def test_every_file_is_put_in_its_place(box: Machine) -> None:
    listed = re.findall(r"^(\S+) (/\S+) (\d{3})$", (PI / "lib/release.sh").read_text(), flags=re.M)
    ours = {path.relative_to(PI).as_posix() for path in FILES.iterdir()}
    assert {source for source, _, _ in listed} >= ours - {"files/box.conf"}
    for source, place, mode in listed:
        there = box.root / place[1:]
        assert there.read_bytes() == (PI / source).read_bytes()
        assert f"{there.stat().st_mode & 0o777:o}" == mode


def test_the_document_names_commands_options_and_places_there_are() -> None:
    text = (ROOT / "docs/kiosk.md").read_text(encoding="utf-8")
    script = (PI / "companion-box").read_text(encoding="utf-8")
    for command in re.findall(r"companion-box (\w+)", text):
        assert f"\n    {command}) " in script, command
    setup = (PI / "setup.sh").read_text(encoding="utf-8")
    for option in re.findall(r"setup\.sh[^`\n]*? (--[\w-]+)", text):
        assert option in setup, option
    for place in re.findall(r"`(/(?:etc|usr|opt|var)/[^`]+)`", text):
        last = Path(place.split("*")[0]).name
        assert any(last in path.read_text() for path in (PI / "lib").iterdir()), place
