"""The table of sounds and the WAV files made of it."""

from __future__ import annotations

import io
import wave
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sounds import synth, tones
from companion.unit.unit import SOLD_MS, Tone


def test_the_table_has_a_sound_for_every_tone_of_the_unit() -> None:
    assert set(tones.load()) == {str(tone) for tone in Tone} - {"none"}


def test_the_sounds_are_as_the_unit_describes_them() -> None:
    table = tones.load()
    assert table["long"][0][1] == SOLD_MS and len(table["long"]) == 1
    for double in ("signal", "void"):
        assert [bool(hertz) for hertz, _ in table[double]] == [True, False, True]
    rising = [hertz for hertz, _ in table["chime"] if hertz]
    assert len(rising) == 3 and rising == sorted(set(rising))
    assert max(hertz for hertz, _ in table["void"]) < min(
        hertz for hertz, _ in table["signal"] if hertz
    )
    assert tones.length_ms(table["tick"]) <= 50
    assert tones.length_ms(table["second"]) < tones.length_ms(table["signal"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tick = [[50, 20]]", "tick has the note [50, 20]"),
        ("tick = [[440, 0]]", "tick has the note [440, 0]"),
        ('tick = [["a", 20]]', "tick has the note"),
        ("tick = []", "tick must be a list of 1 to 8 notes"),
        ("tick = 5", "tick must be a list"),
        ("tick = [[440, 600], [440, 600]]", "tick lasts longer than 1000 ms"),
        ("tick = [", "cannot be read"),
    ],
)
def test_a_bad_table_is_one_sentence_that_names_file_and_sound(
    tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(tones.TonesFault, match=r"mine\.toml") as fault:
        tones.load(path)
    assert says in str(fault.value)


note = st.tuples(st.just(0) | st.sampled_from(tones.HERTZ), st.integers(1, 200))


@given(st.lists(note, min_size=1, max_size=4))
def test_a_wav_lasts_as_long_as_its_notes_and_neither_clips_nor_clicks(
    pattern: list[tuple[int, int]],
) -> None:
    file = synth.wav(tuple(pattern))
    assert file == synth.wav(tuple(pattern))
    with wave.open(io.BytesIO(file)) as wav:
        assert (wav.getnchannels(), wav.getsampwidth()) == (1, 2)
        frames, rate = wav.getnframes(), wav.getframerate()
        samples = array("h", wav.readframes(frames))
    assert abs(frames / rate * 1000 - tones.length_ms(tuple(pattern))) <= 0.05 * len(pattern)
    assert max(map(abs, samples)) <= 32_767 * 3 // 4
    at = 0
    for hertz, length in pattern:
        end = at + rate * length // 1000
        assert samples[at] == 0
        assert not hertz or abs(samples[end - 1]) < 500 or length < 3
        assert hertz or not any(samples[at:end])
        at = end
