"""The sounds of the trading unit through the computer's speaker."""

from __future__ import annotations

import ctypes
import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.panels.panel import Press, Status, nobody
from companion.unit.frame import Frame

if TYPE_CHECKING:
    # The sounds are made when the picture stands, and what makes them is loaded then.
    from companion.sounds.tones import Pattern

STALE_S = 0.3
"""A beep that could only come later than this would tell something that is no longer so."""
JOIN_S = 0.5
PATIENCE_S = 5.0
"""How long a sound card may take to open before it is told as one that does not answer."""

CD_QUALITY = (2, 3, 2, 44_100, 1, 100_000)
"""For ALSA: signed 16 bits, written in turn, two channels, Hz, another rate if need be, us."""

NO_DEVICE = Status(
    False,
    "No sound: this computer has no working audio output.",
    "Connect a speaker and start again; until then the lights tell everything.",
)
BLOCKED = Status(
    False,
    "No sound: the sound card does not answer.",
    "Connect another speaker and start again; until then the lights tell everything.",
)
NOT_OPEN = Status(False, "The speaker is not in use.", "Start Companion with its screen.")


class SpeakerPanel:
    """A panel that can only be heard. ``table`` maps names to notes, ours by default.

    Loading and playing happen on a thread of its own, so neither a slow audio system nor a busy
    screen holds anything up. Without an audio device it stays silent and says so.
    """

    name = "speaker"
    debounce_ms = 0

    def __init__(self, table: Mapping[str, Pattern] | None = None) -> None:
        self._table = table
        self._asked: SimpleQueue[tuple[float, str] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self.changed: Callable[[], None] = nobody
        self._status = NOT_OPEN
        self._sounding: tuple[int | None, str] = (None, "")
        self._opened = threading.Event()

    def open(self, press: Press) -> None:
        """Load the sounds once the screen stands; a speaker has no keys to report."""
        self.close()
        self._asked = SimpleQueue()
        self._sounding = (None, "")
        self._status = Status(True)
        self._opened = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(self._asked, self._opened), name="speaker", daemon=True
        )
        # Making the sounds can wait for the first picture, which is drawn between two ticks.
        begin = partial(self._begin, self._thread)
        Clock.schedule_once(lambda _: Clock.schedule_once(begin))

    def show(self, frame: Frame) -> None:
        """Play the tone of a new ``tone_no``, in place of what is sounding; "none" is silence."""
        number, name = self._sounding
        if (frame.tone_no, frame.tone) == (number, name):
            return
        self._sounding = (frame.tone_no, frame.tone)
        new = number is not None and frame.tone_no != number
        if new or frame.tone == "none":
            self.play(frame.tone)

    def play(self, tone: str) -> None:
        """Play a tone that belongs to the screen and not to the unit."""
        if self._status.ready:
            self._asked.put((time.monotonic(), tone))

    def status(self) -> Status:
        """Whether anything can be heard."""
        return self._status

    def close(self) -> None:
        """Silence. May be called twice."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        if self._status.ready:
            self._status = NOT_OPEN
        self._asked.put(None)
        if self._opened.is_set():
            thread.join(JOIN_S)

    def _begin(self, thread: threading.Thread, _dt: float) -> None:
        if thread is self._thread:
            thread.start()

    def _await_card(self, opened: threading.Event) -> None:
        """Return once the card is open. One that blocks holds up this thread and nothing else."""
        trial = threading.Thread(target=_try_card, name="card", daemon=True)
        trial.start()
        trial.join(PATIENCE_S)
        if trial.is_alive():
            self._tell(BLOCKED)
            trial.join()
            self._tell(Status(True))
        Clock.schedule_once(lambda _: _open_device(opened))
        opened.wait()

    def _tell(self, status: Status) -> None:
        if threading.current_thread() is self._thread:
            self._status = status
            self.changed()

    def _run(self, asked: SimpleQueue[tuple[float, str] | None], opened: threading.Event) -> None:
        self._await_card(opened)
        try:
            sounds = _load(self._table)
        except Exception as fault:
            # Kivy without SDL, a full disk, a broken audio set-up: each has its own error.
            self._tell(
                Status(
                    False,
                    "No sound: {reason}.",
                    "Start again; until then the lights tell everything.",
                    (("reason", str(fault)),),
                )
            )
            return
        if not all(sound.length for sound in sounds.values()):
            self._tell(NO_DEVICE)
            return
        playing: Any = None
        while (wish := asked.get()) is not None:
            at, name = wish
            if playing is not None:
                playing.stop()
            playing = sounds.get(name)
            if playing is not None and time.monotonic() - at <= STALE_S:
                playing.play()
        if playing is not None:
            playing.stop()


def _try_card() -> None:
    """Open and close the card SDL would take, while Python's other threads go on.

    SDL opens it with Python's lock in hand: a card that blocks would stop screen and clock.
    """
    if os.environ.get("SDL_AUDIODRIVER", "alsa") != "alsa":
        return
    with suppress(OSError, AttributeError):  # Without ALSA there is no such card.
        alsa = ctypes.CDLL("libasound.so.2")
        card = ctypes.c_void_p()
        if alsa.snd_pcm_open(ctypes.byref(card), b"default", 0, 0) == 0:
            alsa.snd_pcm_set_params(card, *CD_QUALITY)
            alsa.snd_pcm_close(card)


def _open_device(opened: threading.Event) -> None:
    """Open SDL's audio on the thread that draws: SDL bears only one that starts a part of it.

    Opening it sends an event to Kivy's window, with Python's lock in hand; on another thread that
    meets the window waiting for that lock with SDL's in hand, and both would wait for ever.
    """
    with suppress(Exception):  # Our thread meets the same fault, and tells it.
        from kivy.core.audio.audio_sdl2 import SoundSDL2

        SoundSDL2.extensions()
    opened.set()


def _load(table: Mapping[str, Pattern] | None) -> dict[str, Any]:
    from kivy.core.audio.audio_sdl2 import SoundSDL2

    from companion.sounds import synth, tones

    class Sound(SoundSDL2):
        """A sound that only our thread ever stops."""

        def _check_play(self, _dt: float) -> bool:
            # Kivy would look from the UI thread whether the sound has ended and then stop it, as
            # our thread stops it before the next play; Kivy's clock events do not bear being
            # cancelled from two threads at once.
            return False

    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        sounds = {}
        for name, pattern in (tones.load() if table is None else table).items():
            path = Path(folder, f"{name}.wav")
            path.write_bytes(synth.wav(pattern))
            sounds[name] = Sound(source=str(path))
        return sounds
