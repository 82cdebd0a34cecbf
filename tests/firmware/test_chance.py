"""The dice of the microcontroller: fair, and not the same twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.panels.panel import Key
from companion.panels.wire import Line, encode
from tests.sim.chip import booted

CHI2_999 = 16.27
"""Chi-square with three degrees of freedom is above this once in a thousand times."""


def builds(noise: int, count: int, weights: tuple[int, int, int, int] | None = None) -> list[int]:
    """How often 1, 2, 3 and railroad were shown in so many presses of Build."""
    with booted(noise) as chip:
        if weights:
            chip.send(encode(Line("odds", 1, (*weights, 0))))
            chip.run(100)
        return [int(word) for word in chip.ask("builds", count)]


def chi_square(seen: list[int], weights: tuple[int, int, int, int]) -> float:
    expected = [sum(seen) * weight / sum(weights) for weight in weights]
    return sum((got - want) ** 2 / want for got, want in zip(seen, expected, strict=True))


@pytest.mark.timeout(300)
def test_forty_thousand_builds_on_the_chip_are_fair() -> None:
    with ThreadPoolExecutor(2) as both:
        halves = list(both.map(builds, (11, 12), (20_000, 20_000)))
    seen = [sum(pair) for pair in zip(*halves, strict=True)]
    assert sum(seen) == 40_000
    assert chi_square(seen, (1, 1, 1, 1)) < CHI2_999, seen


def test_odd_weights_are_followed_by_the_chip() -> None:
    weights = (3, 1, 1, 5)
    seen = builds(13, 4_000, weights)
    assert chi_square(seen, weights) < CHI2_999, seen


def results(noise: int, power_ons: int, presses: int = 10) -> list[tuple[int, ...]]:
    """The first results after each of so many power-ons of one board."""
    found = []
    with booted(noise) as chip:
        for _ in range(power_ons):
            chip.ask("power")
            chip.run(400)
            chip.seen()
            row = []
            for _ in range(presses):
                # To the cycle the same finger each time: only the seeding can differ.
                chip.tap(Key.BUILD)
                chip.run(1000)
                row.append(chip.pins()[0])
                chip.run(100)
            found.append(tuple(row))
    return found


def test_every_power_on_plays_another_evening() -> None:
    evenings = results(noise=21, power_ons=30)
    assert len(set(evenings)) == 30
    assert len({evening[0] for evening in evenings}) == 4


def test_noise_alone_tells_two_boards_apart() -> None:
    """Two new boards, the same number of power-ons, the same finger: only the noise differs."""
    assert len({results(noise, power_ons=1)[0] for noise in range(31, 39)}) == 8


def test_without_any_noise_the_count_of_power_ons_still_does() -> None:
    evenings = results(noise=0, power_ons=12)
    assert len(set(evenings)) == 12


@pytest.mark.parametrize("pause_ms", [0.004, 0.1])
def test_without_any_noise_the_moment_of_the_press_still_does(pause_ms: float) -> None:
    """Four microseconds later is another draw: nobody can press twice at the same moment."""
    found = set()
    for steps in range(8):
        with booted(noise=0) as chip:
            chip.run(10 + steps * pause_ms)
            row = []
            for _ in range(8):
                chip.tap(Key.BUILD)
                chip.run(1000)
                row.append(chip.pins()[0])
                chip.run(100)
            found.add(tuple(row))
    assert len(found) >= 6
