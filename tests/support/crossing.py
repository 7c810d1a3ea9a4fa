"""Which programs are tried on which of the other interpreters.

All programs on each interpreter take an hour and say little new. A crossing runs each program on
some interpreters, and shows each interpreter every family of programs. ATFAULT_WHOLE_ZOO=1 runs
everything.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import pytest

from support.interpreters import Interpreter

Thing = TypeVar("Thing")
LEAST = 2
"""Interpreters for each program, if so many can run it."""


def is_whole() -> bool:
    """Whether everything was asked for."""
    return os.environ.get("ATFAULT_WHOLE_ZOO", "") not in ("", "0")


def one_of_each(things: Sequence[Thing], kind: Callable[[Thing], object]) -> list[Thing]:
    """The first of each kind; all where everything was asked for."""
    if is_whole():
        return list(things)
    first: dict[object, Thing] = {}
    for thing in things:
        first.setdefault(kind(thing), thing)
    return list(first.values())


def crossed(
    families: Mapping[str, str], fitting: Mapping[str, Sequence[str]], least: int = LEAST
) -> list[tuple[str, str]]:
    """(program, interpreter) by their names, the same ones whenever asked.

    families: each program's family; fitting: the interpreters that can run it; least: on how many
    of them each is run; 0 where each was run elsewhere, so that families alone count."""
    pairs = [(program, other) for program in families for other in fitting[program]]
    if is_whole():
        return pairs
    chosen: set[tuple[str, str]] = set()
    met: Counter[tuple[str, str]] = Counter()
    load: Counter[str] = Counter()

    def choose(program: str, other: str) -> None:
        chosen.add((program, other))
        met[families[program], other] += 1
        load[other] += 1

    for program, family in families.items():
        # Where its family was seen least; of those, where least is to be done.
        order = sorted(fitting[program], key=lambda other: (met[family, other], load[other]))
        for other in order[:least]:
            choose(program, other)
    for family, other in dict.fromkeys((families[program], other) for program, other in pairs):
        if not met[family, other]:
            runs = Counter(program for program, _ in chosen)
            choose(
                min(
                    (p for p, o in pairs if o == other and families[p] == family),
                    key=runs.__getitem__,
                ),
                other,
            )
    return [pair for pair in pairs if pair in chosen]


def crossing(
    families: Mapping[str, str],
    others: Sequence[Interpreter],
    fits: Callable[[str, Interpreter], bool] = lambda name, other: True,
    least: int = LEAST,
) -> list[object]:
    """Parameters for pytest.mark.parametrize: the name of a program, and the interpreter."""
    named = {other.name: other for other in others}
    fitting = {name: [o.name for o in others if fits(name, o)] for name in families}
    return [
        pytest.param(name, named[other], id=f"{name}-{other}")
        for name, other in crossed(families, fitting, least)
    ]
