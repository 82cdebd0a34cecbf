"""The box in a virtual machine: a real kernel, KMSDRM, a touchscreen and a sound card.

The processor is emulated, so this runs anywhere, and slowly. Pictures, touches and sounds are those
of what setup.sh installed; only the manager's patience is longer than on the box.
"""

from __future__ import annotations

import itertools
import json
import shlex
import shutil
import socket
import subprocess
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.pi.debian import Debian, NotAsItShould

Say = Callable[[str], None]

STARTS = 20
WIDTH, HEIGHT = 800, 480
BUILD = (86, 260)
COMMAND_S = 900
START_S = 120
"""So long an emulated start may take."""
PORT = "/dev/virtio-ports/check"
SHELL = f"""\
[Service]
ExecStart=/bin/bash -c 'until [ -e {PORT} ]; do sleep 1; done; exec bash <>{PORT} >&0 2>&0'
[Install]
WantedBy=multi-user.target
"""
PATIENCE = """\
[Unit]
StartLimitIntervalSec=0
[Service]
TimeoutStartSec=600
WatchdogSec=300
"""
MACHINE = """
-nodefaults -machine q35 -accel tcg,thread=multi -cpu Nehalem -smp 2 -m 1536 -display none -vga none
-device virtio-gpu-pci,xres=800,yres=480 -device virtio-serial-pci
-device virtserialport,chardev=shell,name=check
-device ich9-intel-hda -device hda-output,audiodev=sound
"""


def make_disk(debian: Debian, folder: Path) -> None:
    """A disk and a kernel in ``folder``, of the set-up system ``debian``, which is not touched."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = Debian(folder / "root", debian.stick)
    shutil.rmtree(copy.path, ignore_errors=True)
    subprocess.run(["cp", "-a", debian.path, copy.path], check=True)
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
    copy.run("sh", "-c", f"apt-get update -qq && {install} linux-image-amd64 initramfs-tools kmod")
    units = copy.path / "etc/systemd/system"
    (units / "check.service").write_text(SHELL)
    (units / "companion.service.d").mkdir()
    (units / "companion.service.d/check.conf").write_text(PATIENCE)
    copy.run("systemctl", "enable", "--quiet", "check.service")
    copy.run("systemctl", "disable", "--quiet", "companion.service")
    (copy.path / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    for name in ("vmlinuz", "initrd.img"):
        (found,) = (copy.path / "boot").glob(f"{name}-*64")
        shutil.copy(found, folder / name)
    with (folder / "disk.img").open("wb") as image:
        image.truncate(4_000_000_000)
    make = f"mkfs.ext4 -q -F -d {copy.path} {folder}/disk.img"
    subprocess.run(make.split(), check=True)
    shutil.rmtree(copy.path)


class Guest:
    """The running machine; its files lie in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shell = _connected(folder / "shell", COMMAND_S)
        self._monitor = _connected(folder / "monitor", 60)
        self._answers = self._monitor.makefile()
        self._answers.readline()
        self._tell("qmp_capabilities")
        self._numbers = itertools.count()

    def run(self, command: str) -> str:
        """What ``command`` prints as root. Raises NotAsItShould when it fails, or never answers."""
        mark = f"END-{next(self._numbers)}"
        line = f"bash -c {shlex.quote(command)} </dev/null 2>&1; echo {mark}-$?"
        self._shell.sendall(f"{line}\n".encode())
        heard = ""
        while f"{mark}-" not in heard or not heard.endswith("\n"):
            try:
                heard += self._shell.recv(65536).decode("utf-8", "replace")
            except TimeoutError:
                raise NotAsItShould(f"{command} gave no answer: {heard[-2000:]}") from None
        printed, _, status = heard.rpartition(f"{mark}-")
        if status.strip() != "0":
            raise NotAsItShould(f"{command} ended with {status.strip()}: {printed[-4000:]}")
        return printed

    def _tell(self, order: str, **arguments: object) -> None:
        words = {"execute": order, "arguments": arguments}
        self._monitor.sendall(json.dumps(words).encode() + b"\n")
        while "return" not in (answer := json.loads(self._answers.readline())):
            if "error" in answer:
                raise NotAsItShould(f"{order}: {answer['error']}")

    def picture(self, name: str) -> Counter[bytes]:
        """How often each colour is on the screen now; the picture is kept as ``name``.png."""
        for kind in ("ppm", "png"):
            self._tell("screendump", filename=str(self.folder / f"{name}.{kind}"), format=kind)
        dots = (self.folder / f"{name}.ppm").read_bytes()[-3 * WIDTH * HEIGHT :]
        (self.folder / f"{name}.ppm").unlink()
        return Counter(dots[at : at + 3] for at in range(0, len(dots), 3))


def _connected(path: Path, patience_s: float) -> socket.socket:
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(patience_s)
    for _ in range(100):
        try:
            line.connect(str(path))
            return line
        except OSError:
            time.sleep(0.1)
    raise NotAsItShould("qemu did not start")


@contextmanager
def switched_on(folder: Path) -> Iterator[Guest]:
    """The machine of ``make_disk``, until the context is left. Nothing is written to its disk."""
    process = subprocess.Popen(
        [
            "qemu-system-x86_64", *MACHINE.split(),
            "-kernel", folder / "vmlinuz", "-initrd", folder / "initrd.img",
            "-append", "root=/dev/vda rw quiet consoleblank=0 console=tty1",
            "-drive", f"file={folder}/disk.img,if=virtio,format=raw,snapshot=on",
            "-chardev", f"socket,id=shell,path={folder}/shell,server=on,wait=off",
            "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
            "-audiodev", f"wav,id=sound,path={folder}/heard.wav",
        ],
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield Guest(folder)
    finally:
        process.terminate()
        process.wait(30)


def is_table(colours: Counter[bytes]) -> bool:
    """Whether this is a picture of ours: many colours, and no console with white on black."""
    return len(colours) > 50 and colours[bytes(3)] < WIDTH * HEIGHT // 2


def starts_with_a_picture(guest: Guest, say: Say, starts: int = STARTS) -> None:
    """The picture is there the moment the service is ready, untouched, at all of ``starts``."""
    black = []
    for number in range(1, starts + 1):
        began = time.monotonic()
        guest.run("systemctl stop companion companion-trouble; systemctl start companion")
        took = time.monotonic() - began
        colours = guest.picture(f"start-{number}")
        if not is_table(colours):
            black.append(number)
        say(f"start {number}: READY after {took:.0f} s, {len(colours)} colours on the screen")
    if black:
        raise NotAsItShould(f"no picture at the starts {black}; see {guest.folder}")
    say(f"a picture at once by KMSDRM: {starts} of {starts} starts")


def touched_and_heard(guest: Guest, say: Say) -> None:
    """A finger on Build is booked by the unit, and sounds."""
    finger = shlex.quote(Path(__file__).with_name("finger.py").read_text())
    touches = f"python3 -c {finger} {WIDTH} {HEIGHT} {BUILD[0]} {BUILD[1]} {START_S}"
    # As on a box: the touchscreen is there when the app starts, for Kivy looks for it then.
    guest.run(f"{touches} & finger=$!; sleep 3; systemctl restart companion; wait $finger")
    booked = (
        "import sqlite3; print(sqlite3.connect('/var/lib/companion/unit.companion')"
        ".execute('select count(*) from entry').fetchone()[0])"
    )
    if int(guest.run(f'python3 -c "{booked}"').split()[-1]) < 1:
        raise NotAsItShould("the touch on Build is not in the journal")
    guest.run("systemctl stop companion")
    if not heard(guest.folder / "heard.wav"):
        raise NotAsItShould("nothing came out of the sound card")
    say("a touch on Build by the kernel's touchscreen is in the journal, and was heard")


def heard(recording: Path) -> bool:
    """Whether there is more than silence in what the sound card was given."""
    # qemu writes the header's length as it ends, so the samples are read past it.
    samples = array("h", recording.read_bytes()[44:][: (recording.stat().st_size - 44) // 2 * 2])
    return bool(samples) and max(map(abs, samples)) > 1000


def without_a_display(guest: Guest, say: Say) -> None:
    """No display: one sentence and a status, not a program that draws for nobody."""
    program = "/opt/companion/current/.venv/bin/companion --kiosk --data /var/lib/companion"
    asked = "runuser -u companion -- env SDL_VIDEODRIVER=kmsdrm SDL_AUDIODRIVER=alsa"
    unplugged = "mount -t tmpfs none /dev/dri"
    told = guest.run(f"{unplugged}; {asked} {program}; echo status $?; umount /dev/dri")
    lines = [line for line in told.splitlines() if "No screen could be opened" in line]
    if len(lines) != 1 or "status 1" not in told:
        raise NotAsItShould(f"without a display: {told}")
    say(f"no display: {lines[0]}")


def check(folder: Path, say: Say) -> None:
    """Switch the machine of ``make_disk`` on and try what needs a kernel of its own."""
    with switched_on(folder) as guest:
        guest.run("systemctl is-system-running --wait || true")
        say("the virtual box is up")
        starts_with_a_picture(guest, say)
        touched_and_heard(guest, say)
        without_a_display(guest, say)
