"""none: what `atfault numba` says of a run in which nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import TELLING, rule
from atfault.diagnose.rules.numba.object_mode import hot_blocks, slow_lines
from atfault.diagnose.rules.numba.parallel import doubtful_writes
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Finding
from atfault.model.numba_run import CompiledFunction, NumbaRun, Race

MAX_UNPROVEN = 4


@rule("compiled", family="exception", causes=("none",), plain_title=True, yields_to=(TELLING,))
def compiled(case: Case) -> Iterator[Finding]:
    """Nothing was found that is wrong: the report says what was compiled and how long it took.

    Under `atfault numba --check-bounds` it also says that no index lay outside of its array in this
    run, under `--compare` how many calls came to the same result interpreted. How sure it is says
    what was proven: `certain` where both were asked for, each call was compared, and each iteration
    of each parallel loop is known to write to places of its own; `likely` where the one or the
    other was not looked for; `possible` where something that was looked at could not be proven,
    which is named.
    """
    if isinstance(case.numba, Absent) or not isinstance(case.exception, Absent):
        return
    run = case.numba
    if _has_findings(run):
        return
    seconds = sum(one.seconds for one in run.functions)
    count = counted(len(run.functions), "function")
    reasons = []
    if run.checked:
        reasons.append("each index that compiled code used was checked, and lay in its array")
    if run.comparisons is not None:
        compared = sum(one.compared for one in run.comparisons.functions)
        calls = sum(one.calls for one in run.comparisons.functions)
        reasons.append(
            f"{compared:,} of {counted(calls, 'call')} from Python were run interpreted, too, and "
            "came to the same"
        )
    if run.simulated:
        reasons.append("CUDA kernels ran in Numba's simulator, which checks each index")
    followed = [(one, race) for one in run.functions for race in one.unproven]
    reasons += [_tried(one, race) for one, race in followed[:MAX_UNPROVEN]]
    unproven, unasked = [*_unproven(run)], _unasked(run)
    is_proven = not unproven and all(race.is_whole for _, race in followed)
    yield Finding.of(
        summary=f"nothing wrong was found; Numba compiled {count} in {seconds:.1f} s",
        confidence="possible" if not is_proven else "likely" if unasked or followed else "certain",
        title=f"Compiled by Numba: {count}",
        evidence=[*reasons, *unproven[:MAX_UNPROVEN], *unasked],
    )


def _unproven(run: NumbaRun) -> Iterator[str]:
    """What was looked at, and is not known."""
    for one in run.functions:
        name = one.function.name
        for each in one.unseen:
            yield (
                f"line {each.location.line}, in a parallel loop of {name}: what is called there, "
                "or stands there, could not be looked into"
            )
        if not one.looked and "parallel" in one.options:
            yield f"the parallel loops of {name} were not looked at: it was compiled before"
    for compared in () if run.comparisons is None else run.comparisons.functions:
        if compared.compared < compared.calls:
            many = counted(compared.calls - compared.compared, "call")
            yield f"{many} of {compared.function.name} could not be compared"


def _unasked(run: NumbaRun) -> list[str]:
    """What was not looked for."""
    wanted = []
    if not run.checked:
        wanted.append("whether each index lies in its array (--check-bounds)")
    if run.comparisons is None:
        wanted.append("whether numbers are what Python comes to (--compare)")
    return [f"not looked for: {listed(wanted)}"] if wanted else []


def _tried(one: CompiledFunction, race: Race) -> str:
    each = "each of the" if race.is_whole else "each of"
    return (
        f"nothing tells that the iterations of the prange in line {race.loop} of "
        f"{one.function.name} always write to different places of {race.variable} (line "
        f"{race.location.line}): in the call that it was compiled for {each} {race.tried:,} that "
        "were followed did"
    )


def _has_findings(run: NumbaRun) -> bool:
    """Whether there is something wrong of which nobody can be as certain."""
    compared = run.comparisons
    if compared is not None and compared.differing:
        return True
    if doubtful_writes(run):
        return True
    if compared is not None and any(one.seeded for one in compared.functions):
        return True
    return any(
        one.changed or one.cached_globals or one.cached_files or one.races
        or slow_lines(one) or hot_blocks(one)
        for one in run.functions
    )  # fmt: skip
