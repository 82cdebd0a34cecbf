"""Where everything sits on the perfboard: parts, bare wire below, insulated wire above, wires away.

A hole is (column, row), counted from the upper left as one sees the side of the parts. The layout
is written by hand and proven against the netlist before it is drawn (``faults``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from hardware.circuit import MARKS, Circuit, Leg

Hole = tuple[int, int]
COLUMNS, ROWS = 18, 11
RAIL = ROWS - 1
"""The row of the ground rail."""
HOOP = {"fused": "outer", "ring_low": "inner"}
"""The hoop of the ring that a net leads to: one wire instead of one for each light."""


@dataclass(slots=True)
class Layout:
    """What is soldered where."""

    parts: dict[str, dict[str, Hole]] = field(default_factory=dict)
    """The holes of each part's legs."""
    bare: list[tuple[str, tuple[Hole, ...]]] = field(default_factory=list)
    """Nets and the corners of their bare wire or solder, below the board."""
    insulated: list[tuple[str, Hole, Hole]] = field(default_factory=list)
    """Nets and the ends of an insulated wire above the board."""
    wires: dict[Hole, Leg] = field(default_factory=dict)
    """Where a wire leaves the board, and the leg it leads to; ``Leg("ring", hoop)`` for a hoop."""


def layout(circuit: Circuit) -> Layout:
    """The board of a variant."""
    it = Layout()
    _marks(it)
    _buzzer(it, loud=bool(circuit.refs("magnetic")))
    _ring(it)
    if circuit.variant == "battery":
        _cells(it)
    for column, use in enumerate(("ground", *MARKS)):
        number = column  # D1 is the first mark's
        leg = Leg(f"D{number}", "-") if number else _board_leg(circuit, use)
        it.wires[(2 * column, RAIL)] = leg
    for column, ref in ((1, "S1"), (3, "S2")):
        it.wires[(column, RAIL)] = Leg(ref, "2")
    for column, use in ((0, MARKS[0]), (2, MARKS[1]), (4, MARKS[2]), (6, MARKS[3])):
        it.wires[(column, 0)] = _board_leg(circuit, use)
    for column, use in ((9, "buzzer"), (12, "ring"), (14, "supply")):
        it.wires[(column, 0)] = _board_leg(circuit, use)
    it.bare.append(("ground", ((0, RAIL), (COLUMNS - 1, RAIL))))
    return it


def _board_leg(circuit: Circuit, net: str) -> Leg:
    return next(leg for leg in circuit.nets[net] if leg.ref == "U1")


def _marks(it: Layout) -> None:
    for number, mark in enumerate(MARKS, 1):
        column = 2 * number - 2
        it.parts[f"R{number}"] = {"1": (column, 1), "2": (column, 5)}
        it.bare += [(mark, ((column, 0), (column, 1)))]
        it.bare += [(f"{mark}_led", ((column, 5), (column, 6)))]
        it.wires[(column, 6)] = Leg(f"D{number}", "+")


def _buzzer(it: Layout, loud: bool) -> None:
    it.parts["R6"] = {"1": (9, 1), "2": (9, 5)}
    it.bare.append(("buzzer", ((9, 0), (9, 1))))
    if not loud:
        it.bare.append(("piezo", ((9, 5), (9, 6))))
        it.wires |= {(9, 6): Leg("B1", "1"), (9, RAIL): Leg("B1", "2")}
        return
    it.parts["T2"] = {"E": (8, 7), "B": (9, 7), "C": (10, 7)}
    it.parts["D6"] = {"+": (13, 4), "-": (16, 4)}
    it.bare += [
        ("buzzer_base", ((9, 5), (9, 7))),
        ("ground", ((8, 7), (8, RAIL))),
        ("buzzer_low", ((10, 7), (10, 9), (9, 9))),
        ("buzzer_low", ((13, 4), (13, 5))),
        ("fused", ((16, 2), (16, 4))),
    ]
    it.insulated.append(("buzzer_low", (10, 8), (13, 5)))
    it.wires |= {(16, 3): Leg("B1", "+"), (9, 9): Leg("B1", "-")}


def _ring(it: Layout) -> None:
    it.parts["R5"] = {"1": (12, 1), "2": (12, 5)}
    it.parts["T1"] = {"E": (11, 7), "B": (12, 7), "C": (13, 7)}
    it.parts["F1"] = {"1": (14, 2), "2": (16, 2)}
    it.bare += [
        ("ring", ((12, 0), (12, 1))),
        ("ring_base", ((12, 5), (12, 7))),
        ("ground", ((11, 7), (11, RAIL))),
        ("ring_low", ((13, 7), (13, 8))),
        ("supply", ((14, 0), (14, 2))),
        ("fused", ((16, 1), (16, 2))),
    ]
    it.wires |= {(16, 1): Leg("ring", "outer"), (13, 8): Leg("ring", "inner")}


def _cells(it: Layout) -> None:
    it.parts["F2"] = {"1": (16, 6), "2": (14, 6)}
    it.parts["D5"] = {"+": (13, 9), "-": (17, 9)}
    it.bare += [
        ("cells", ((16, 6), (16, 7))),
        ("cells_fused", ((14, 5), (14, 6))),
        ("switched", ((12, 9), (13, 9))),
        ("supply", ((14, 0), (17, 0), (17, 9))),
    ]
    it.wires |= {
        (16, 7): Leg("BT1", "+"),
        (16, RAIL): Leg("BT1", "-"),
        (14, 5): Leg("S3", "1"),
        (12, 9): Leg("S3", "2"),
    }


def holes(corners: tuple[Hole, ...]) -> Iterator[Hole]:
    """Every hole that a bare wire passes."""
    yield corners[0]
    for (x0, y0), (x1, y1) in pairwise(corners):
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for step in range(1, steps + 1):
            yield x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps


def faults(circuit: Circuit, it: Layout) -> list[str]:
    """Everything in which the board is not the circuit; empty when it can be soldered."""
    net_at: dict[Hole, set[str]] = {}
    ends = [
        (hole, circuit.net_of(ref, leg)) for ref, at in it.parts.items() for leg, hole in at.items()
    ]
    ends += [(hole, _net(circuit, leg)) for hole, leg in it.wires.items()]
    for hole, net in ends:
        net_at.setdefault(hole, set()).add(net)
    for net, corners in it.bare:
        for hole in holes(corners):
            net_at.setdefault(hole, set()).add(net)
    found = [
        f"{hole} joins {', '.join(sorted(nets))}." for hole, nets in net_at.items() if len(nets) > 1
    ]
    found += [f"{hole} is off the board." for hole in net_at if not _on_board(hole)]
    filled = [hole for hole, _ in ends]
    found += [f"{hole} is filled twice." for hole in set(filled) if filled.count(hole) > 1]
    for net in {net for nets in net_at.values() for net in nets}:
        found += _parted(net, it, {hole for hole, nets in net_at.items() if net in nets})
    return [*found, *_missing(circuit, it)]


def _on_board(hole: Hole) -> bool:
    return 0 <= hole[0] < COLUMNS and 0 <= hole[1] < ROWS


def _net(circuit: Circuit, leg: Leg) -> str:
    if leg.ref == "ring":
        return next(net for net, hoop in HOOP.items() if hoop == leg.name)
    return circuit.net_of(leg.ref, leg.name)


def _parted(net: str, it: Layout, waiting: set[Hole]) -> Iterator[str]:
    """Whether all holes of a net are joined."""
    joints = [set(holes(corners)) for name, corners in it.bare if name == net]
    joints += [{a, b} for name, a, b in it.insulated if name == net]
    reached = {min(waiting)}
    while grown := [joint for joint in joints if joint & reached and not joint <= reached]:
        reached |= set().union(*grown)
    if not waiting <= reached:
        yield f"{net}: {min(waiting - reached)} is not joined to {min(waiting)}."


def _missing(circuit: Circuit, it: Layout) -> Iterator[str]:
    """Legs that have neither a hole nor a wire, in nets that reach the board."""
    there = {Leg(ref, leg) for ref, at in it.parts.items() for leg in at} | set(it.wires.values())
    for net, legs in circuit.nets.items():
        if not any(leg in there for leg in legs):
            continue  # a button's pin, or a light of the ring to its resistor
        for leg in legs:
            at_hoop = (
                net in HOOP
                and leg.ref[0] in "RD"
                and leg.ref[1:].isdigit()
                and int(leg.ref[1:]) > 10
            )
            wanted = Leg("ring", HOOP[net]) if at_hoop else leg
            if wanted not in there:
                yield f"{leg.ref} {leg.name} is not on the board."
