"""What cores of the zoo's programs tell, read in this process: cause and lines, as of the programs
themselves. Each core is made once (support/recorded.py), which takes half an hour: for `make
mutants`, which asks for it (ATFAULT_RECORD=1)."""

from __future__ import annotations

import json
import os

import pytest

from atfault.analyze.process import analyze_core
from atfault.options import Options
from atfault.report.json import dumps
from support import hang_zoo, recorded, zoo

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.keys() & {"ATFAULT_RECORD", recorded.VARIABLE},
        reason="cores of the zoo's programs are recorded for `make mutants` (ATFAULT_RECORD=1)",
    ),
]
HANGS = [one for one in hang_zoo.programs("hang") if not {"watch", "core"} & one.marks.keys()]
CRASHES = [one for one in zoo.programs() if one.marks.get("core") == "yes"]


def wrong(program: hang_zoo.HangProgram | zoo.Program, core: str) -> str:
    """What a core does not tell as it should, in words; "" where it does."""
    report = json.loads(dumps(analyze_core(core, options=Options(lines=False))))
    judge = zoo.judged if isinstance(program, zoo.Program) else hang_zoo.judged
    right = judge(program, report)
    missed = [what for what, good in right.items() if not good]
    return f"wrong: {missed}\n{hang_zoo.told(report['diagnosis'])}" if missed else ""


def check(program: hang_zoo.HangProgram | zoo.Program) -> None:
    """A core that was taken too early, on a busy machine, is taken once more."""
    told = wrong(program, recorded.core_of(program))
    if told and recorded.may_record():
        told = wrong(program, recorded.core_of(program, anew=True))
    assert not told, told


@pytest.mark.parametrize("program", HANGS, ids=lambda one: one.name)
def test_the_core_of_a_hang_tells_cause_and_lines(program):
    check(program)


@pytest.mark.parametrize("program", CRASHES, ids=lambda one: one.name)
def test_the_core_of_a_crash_tells_cause_and_line(program):
    check(program)
