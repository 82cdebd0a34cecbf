"""The command line: arguments only."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.core.errors import Fault
from companion.storage.datadir import default_data_dir

EPILOG = """\
examples:
  companion                         the touchscreen: trading unit and bank
  companion --panel gpio            with buttons, lights and buzzer at the Pi's pins
  companion --panel serial          with the microcontroller on USB
  companion --kiosk                 nothing else on this computer's screen
  companion doctor                  what works on this machine, line by line
  companion doctor --panel gpio --parts
                                    does light 2 come on? every part, one question each
  companion pipe --edition classic_us --players Ann,Ben
                                    the bank without a screen: JSON lines in, JSON lines out
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``companion``; returns the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["pipe"]:
        from companion.cli.pipe import main as pipe

        return pipe(arguments[1:], sys.stdin, sys.stdout)
    options = _parser().parse_args(arguments)
    if options.command == "doctor":
        from companion.cli import doctor

        if options.parts:
            return doctor.parts(options.data, options.panel, options.parts, options.lang)
        return doctor.run(options.data, options.panel)
    if options.command == "import":
        return _import(options.data, options.file)
    if options.command == "link":
        from companion.panels.console import console

        return console(options.port, sys.stdin, sys.stdout)
    if options.edition:
        from companion.core.edition import EditionFault
        from companion.games.loader import load, look_in

        look_in(options.data / "editions")
        try:
            load(options.edition)
        except EditionFault as fault:
            print(fault, file=sys.stderr)
            return 2
    from companion.app.run import run_app
    from companion.app.wiring import Options

    return run_app(
        Options(
            options.data,
            options.panel,
            options.edition,
            options.seed,
            options.lang,
            options.kiosk,
        )
    )


def _import(data: Path, file: Path) -> int:
    from companion.games.loader import look_in
    from companion.storage.atomic import read_text
    from companion.storage.library import Library

    look_in(data / "editions")
    try:
        opened = Library(data / "games").take_in(read_text(file))
    except (OSError, UnicodeDecodeError) as fault:
        print(f"{file} cannot be read ({fault}).", file=sys.stderr)
        return 1
    except Fault as fault:
        print(f"{file}: {fault}", file=sys.stderr)
        return 1
    opened.journal.close()
    print(f"{opened.title} is in the list of games now, with {len(opened.game.book)} entries.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The trading unit and the bank for a board game table.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument(
        "--panel",
        type=_panel,
        default="screen",
        metavar="screen|gpio|serial[:PORT]",
        help="buttons and lights beside those on the screen (default: screen only)",
    )
    parser.add_argument(
        "--edition", default="", help="start with this game's setup, such as city_us or classic_de"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=default_data_dir(),
        metavar="DIR",
        help="where games and settings are kept (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="repeatable Build results, for demonstrations only"
    )
    parser.add_argument(
        "--lang", choices=("de", "en"), default="", help="language (default: as set, else system's)"
    )
    parser.add_argument(
        "--kiosk",
        action="store_true",
        help="the whole screen, no pointer, and a menu to switch the computer off",
    )
    commands = parser.add_subparsers(dest="command", metavar="")
    doctor = commands.add_parser(
        "doctor", help="check display, touch, pins, ports, sound and data folder"
    )
    doctor.add_argument(
        "--panel", type=_panel, default=argparse.SUPPRESS, metavar="screen|gpio|serial[:PORT]",
        help="the panel that must work",
    )  # fmt: skip
    doctor.add_argument(
        "--parts", nargs="?", const="all", choices=("all", "marks", "ring", "buzzer", "buttons"),
        help="with --panel gpio or serial: try every light, button and sound, or one kind; asks",
    )  # fmt: skip
    doctor.add_argument(
        "--lang", choices=("de", "en"), default=argparse.SUPPRESS, help="language of the questions"
    )
    commands.add_parser("pipe", help="the bank without a screen, JSON lines (own --help)")
    take = commands.add_parser("import", help="take in a game that was exported as JSON Lines")
    take.add_argument("file", type=Path, metavar="FILE")
    for command in (doctor, take):
        # Said before the command or after it, both are what people type.
        command.add_argument(
            "--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="the data folder"
        )
    link = commands.add_parser("link", help="type to the microcontroller and see its wire")
    link.add_argument("--console", action="store_true", required=True, help="show it in clear")
    link.add_argument("--port", default="", help="serial port (default: the board found on USB)")
    return parser


def _panel(text: str) -> str:
    name, colon, port = text.partition(":")
    if name not in ("screen", "gpio", "serial") or (colon and (name != "serial" or not port)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no panel; say screen, gpio, serial or serial:PORT such as "
            "serial:/dev/ttyUSB0"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
