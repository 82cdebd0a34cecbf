"""What the documents say of links, commands, settings and buttons is what there is."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from companion.__main__ import _parser as parser
from companion.locale import i18n
from companion.storage.settings import RANGES, Settings

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").rglob("*.md")]
)
MACHINE = {
    "sudo": "changes the machine it is run on",
    "git": "needs a repository elsewhere",
    "cd": "a shell's own",
    "companion-box": "is there on an installed box only; tests/pi runs it in a thrown-away root",
}
"""Commands of the documents that no test runs, and why."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[str]:
    """Every line of an indented or fenced block that a reader would type."""
    fenced = False
    after_blank = True
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = line.strip() in ("```sh", "```bash", "```shell")
        elif fenced or (line.startswith("    ") and after_blank):
            yield line.strip().removeprefix("$ ")
            continue
        after_blank = not line.strip()


def commands() -> list[tuple[str, str]]:
    found = []
    for path in DOCUMENTS:
        for line in blocks(path.read_text(encoding="utf-8")):
            for part in line.split("&&"):
                words = part.split("#")[0].strip()
                words = re.sub(r"^([A-Z_]+=\S+\s+)+", "", words)
                if re.match(r"(companion|make|python3?|sudo|git|cd|companion-box)\b", words):
                    found.append((name(path), words))
    return found


def anchors(path: Path) -> set[str]:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_anchor_is_there(path: Path) -> None:
    for target, anchor in re.findall(
        r"\]\(([^)#\s]*)#([^)\s]+)\)", path.read_text(encoding="utf-8")
    ):
        if "://" in target:
            continue
        where = (path.parent / target).resolve() if target else path
        if where.suffix == ".md":
            assert anchor in anchors(where), f"{name(path)}: {target}#{anchor}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_to_elsewhere_are_whole_addresses(path: Path) -> None:
    for link in re.findall(r"\]\((\w+:[^)]*)\)", path.read_text(encoding="utf-8")):
        assert re.fullmatch(r"https://[\w.-]+\.\w+(/\S*)?|mailto:\S+@\S+", link), link


@pytest.mark.parametrize(("where", "line"), commands())
def test_every_command_can_be_typed(where: str, line: str) -> None:
    words = shlex.split(line)
    if words[0] in MACHINE:
        return
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M)
        firmware = re.findall(r"^([a-z-]+):", (ROOT / "firmware/Makefile").read_text(), flags=re.M)
        known = firmware if "-C" in words else targets
        asked = [word for word in words[1:] if re.fullmatch(r"[a-z-]+", word) and word[0] != "-"]
        asked = [word for word in asked if word != "firmware" or "-C" not in words]
        assert set(asked) <= set(known), f"{where}: {line}"
    elif words[0].startswith("python"):
        target = words[2] if words[1] == "-m" else words[1]
        path = ROOT / (target.replace(".", "/") if words[1] == "-m" else target)
        module = path.is_dir() or path.with_suffix(".py").is_file()
        assert module or path.exists() or target == "pip", f"{where}: {line}"
    elif words[1:2] != ["pipe"]:
        options = [re.sub(r"^\[|\]$", "", word) for word in words[1:]]
        try:
            parser().parse_args(options)
        except SystemExit as ended:
            assert not ended.code, f"{where}: {line}"


def test_the_examples_of_the_pipe_run(tmp_path: Path) -> None:
    found = [line for _, line in commands() if line.startswith("companion pipe --edition")]
    assert len(found) >= 2
    for line in found:
        words = shlex.split(re.sub(r"\[[^]]*\]", "", line))[1:]
        if "my_town" in line:
            continue  # its file is written by tests/games/test_own_printing.py
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            input='{"do":"state"}\n{"do":"press","key":"build"}\n{"do":"advance","ms":1000}\n',
            capture_output=True,
            text=True,
            timeout=30,
            cwd=ROOT,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        )
        assert done.returncode == 0, done.stderr
        answers = done.stdout.splitlines()
        assert len(answers) == 3 and '"ok": true' in answers[0].replace('":t', '": t'), done.stdout


def test_every_option_of_the_command_line_is_told() -> None:
    told = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for action in parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command, sub in action.choices.items():
                assert f"`companion {command}" in told, command
                for option in sub._actions:
                    long = [word for word in option.option_strings if word.startswith("--")]
                    assert not long or any(f"{word}" in told for word in long), (command, long)
        else:
            long = [word for word in action.option_strings if word.startswith("--")]
            assert not long or f"`{long[0]}" in told, long


def test_every_make_target_is_told() -> None:
    told = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), flags=re.M):
        assert target == "help" or f"`make {target}`" in told, target


def test_every_setting_is_told_with_its_range_and_what_is_usual() -> None:
    told = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for item in fields(Settings):
        row = re.search(rf"^\| `{item.name}` \|.*$", told, flags=re.M)
        assert row, item.name
        if item.name in RANGES:
            low, high = RANGES[item.name]
            assert f"{low} to {high}" in row[0], row[0]
        if item.name != "language":
            usual = item.default
            shown = ", ".join(map(str, usual)) if isinstance(usual, tuple) else str(usual).lower()
            assert shown in row[0].split("|")[-2], row[0]
    assert set(re.findall(r"^\| `(\w+)` \|", told, flags=re.M)) == {
        item.name for item in fields(Settings)
    }


GUIDES = sorted([ROOT / "docs/first-evening.md", *(ROOT / "docs/how-to").glob("*.md")])


@pytest.mark.parametrize("path", GUIDES, ids=name)
def test_the_guides_name_buttons_as_the_screen_does(path: Path) -> None:
    english, german = path.read_text(encoding="utf-8").split("\n---\n")
    words = i18n.load("de")
    for text, known in ((english, set(words.messages)), (german, set(words.messages.values()))):
        for button in re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", text):
            assert button in known, f"{path.name}: {button}"


@pytest.mark.parametrize("path", GUIDES, ids=name)
def test_the_guides_say_the_same_in_both_languages(path: Path) -> None:
    english, german = path.read_text(encoding="utf-8").split("\n---\n")
    pictures = [re.findall(r"\(\S*img/\w\w/(\S+)\)", half) for half in (english, german)]
    assert pictures[0] == pictures[1]
    assert len(german) > len(english) / 2
