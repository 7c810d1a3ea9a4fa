"""A second run of a program that a kernel's failure on the GPU ended: each launch is waited for.

CUDA_LAUNCH_BLOCKING=1                   the error comes at the line of the launch
PYTORCH_USE_CUDA_DSA=1                   builds of torch that have them: assertions with more
PYTORCH_CUDA_DSA_STACKTRACING=1          to say
TORCH_SHOW_CPP_STACKTRACES=1             and where in torch it was
the guard, strict                        where an argument of torch's is at fault, it is named
                                         before the launch, and the call is done on the CPU for
                                         torch's own words
"""

from __future__ import annotations

from atfault.again.merge import Look, labelled
from atfault.again.settings import Plan
from atfault.diagnose.words import file_line
from atfault.model.findings import Blame, Evidence, Finding
from atfault.model.report import Report

CAUSES = ("cuda-device-assert", "cuda-illegal-access", "cuda-launch-failure")
REFUSED = ("index-out-of-range", "value-out-of-range")
NOT_REPEATED = (
    "it was not done again on the CPU: what it was given lay on the GPU, which cannot be read any "
    "more"
)
PLAN = Plan(
    "launches",
    (
        ("CUDA_LAUNCH_BLOCKING", "1"),
        ("PYTORCH_USE_CUDA_DSA", "1"),
        ("PYTORCH_CUDA_DSA_STACKTRACING", "1"),
        ("TORCH_SHOW_CPP_STACKTRACES", "1"),
    ),
    "CUDA_LAUNCH_BLOCKING=1 and torch's arguments checked",
    guard="strict-repeats",
)


def is_late(report: Report) -> bool:
    """Whether its exception may have come at a later line than the launch that failed."""
    return report.kind == "exception" and report.diagnosis[0].cause in CAUSES


def merged_launches(first: Report, look: Look) -> Report:
    """One report of both runs, about the first."""
    own = first.diagnosis[0]
    again = () if look.report is None else (labelled(look, look.report),)
    notes = tuple(dict.fromkeys((*look.plan.notes, *look.notes)))
    return first._replace(
        diagnosis=(_lead(own, look), *first.diagnosis[1:]),
        again=again,
        warnings=(*first.warnings, *notes),
    )


def _lead(own: Finding, look: Look) -> Finding:
    run = f"run again with {look.plan.words}"
    found = None if look.report is None else look.report.diagnosis[0]
    before = f"without these settings it was noticed at {_place(own.blame)} ({own.cause})"
    if found is None:
        told = f"{run}, it did not fail in this way (exit code {look.exit_code})"
        return _with(own, told)
    if found.cause in REFUSED:
        return _with(found, f"it was {run}: the argument was refused before the launch", before)
    if found.cause not in CAUSES or not found.blame:
        return _with(own, f"{run}, it ended otherwise: {found.cause} ({found.summary})")
    if _line(found.blame) == _line(own.blame):
        return _with(own, f"{run}, the error came at the same line: the launch is there")
    return _with(found, f"it was {run}: the line is that of the launch", before, NOT_REPEATED)


def _with(finding: Finding, *told: str) -> Finding:
    """Without the advice to do what has been done."""
    advice = tuple(one for one in finding.advice if not one.is_again)
    evidence = (*map(Evidence, told), *finding.evidence)
    return finding._replace(evidence=evidence, advice=advice)


def _line(blame: tuple[Blame, ...]) -> tuple[str, int | None] | None:
    return (blame[0].file, blame[0].line) if blame else None


def _place(blame: tuple[Blame, ...]) -> str:
    return file_line(blame[0].file, blame[0].line) if blame else "a line that is not known"
