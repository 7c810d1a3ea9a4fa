"""none: what `atfault numba` says of a run in which nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import TELLING, rule
from atfault.diagnose.rules.numba.object_mode import hot_blocks, slow_lines
from atfault.diagnose.rules.numba.parallel import doubtful_writes
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
    run, under `--compare` how many calls came to the same result interpreted.
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
    unproven = [(one, race) for one in run.functions for race in one.unproven]
    reasons += [_tried(one, race) for one, race in unproven[:MAX_UNPROVEN]]
    yield Finding.of(
        summary=f"nothing wrong was found; Numba compiled {count} in {seconds:.1f} s",
        confidence="likely" if unproven else "certain",
        title=f"Compiled by Numba: {count}",
        evidence=reasons,
    )


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
