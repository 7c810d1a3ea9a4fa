"""The reports of the runs of one command → one report.

It is about the first run, the one without any settings: its signal, its process, its stacks, its
exit status. Its first finding is that of the run which came nearest to the first wrong step:

    a check of an index in code of Numba's  the index, before it was used: nothing can be earlier
    a guarded block was left                the access itself
    a damaged block of Python's, found      which block, and by how much; the write came before
    what was used had been freed            where the first run shows what became of that
    anything else the second run died of    only if it says more than the first run's finding

The reports of the further runs are kept in `again`.

A second run of a program that a kernel's failure on the GPU ended: each launch is waited for.

CUDA_LAUNCH_BLOCKING=1                   the error comes at the line of the launch
PYTORCH_USE_CUDA_DSA=1                   builds of torch that have them: assertions with more
PYTORCH_CUDA_DSA_STACKTRACING=1          to say
TORCH_SHOW_CPP_STACKTRACES=1             and where in torch it was
the guard, strict                        where an argument of torch's is at fault, it is named
                                         before the launch, and the call is done on the CPU for
                                         torch's own words
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from atfault.again.settings import Plan
from atfault.diagnose.rules.numba.checked_bounds import found_by_checks
from atfault.diagnose.second_look import VAGUE
from atfault.diagnose.words import brief, command_line, file_line
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.numba_run import BoundsHit
from atfault.model.report import FrameReport, Report
from atfault.source import SourceReader
from atfault.text.tracebacks import tracebacks

CONFIDENCES = ("certain", "likely", "possible")
MAX_BLAME = 6
LAUNCH_CAUSES = ("cuda-device-assert", "cuda-illegal-access", "cuda-launch-failure")
REFUSED_CAUSES = ("index-out-of-range", "value-out-of-range")
NOT_REPEATED = (
    "it was not done again on the CPU: what it was given lay on the GPU, which cannot be read any "
    "more"
)
LAUNCHES = Plan(
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


class Look(NamedTuple):
    """One more run of the command, and what became of it."""

    plan: Plan
    report: Report | None
    """None when no signal ended it."""
    exit_code: int
    output: str = ""
    errors: str = ""
    """What it wrote to standard output and standard error, or the end of that."""
    notes: tuple[str, ...] = ()
    hits: tuple[BoundsHit, ...] = ()
    """Indices outside of their arrays, in code that Numba compiled."""
    allocated: FrameReport | None = None
    """Where the block under guard was asked for that was misused; None when unknown."""


def offers_second_look(first: Report) -> bool:
    """Whether a further run may show more, by its own advice."""
    return any(one.is_again for one in first.diagnosis[0].advice)


def is_solved(first: Report, look: Look) -> bool:
    """Whether no further run is needed: the look shows the access itself, or was interrupted."""
    return bool(look.hits) or look.exit_code in (128 + 1, 128 + 2, 128 + 3, 128 + 15)


def size_of_damaged(look: Look) -> int | None:
    """The size of the block that PYTHONMALLOC=debug complained of, as the interpreter printed it;
    None when it did not."""
    match = re.search(r"^    (\d{1,9}) bytes originally requested$", look.errors, re.MULTILINE)
    return int(match[1]) if match and look.report is not None else None


def guarded_block(look: Look) -> tuple[int, ...]:
    """The block under guard that was misused (`Finding.block`); () when none is known."""
    found = None if look.report is None else look.report.diagnosis[0]
    return () if found is None or not found.under_guard else found.block


def is_misaligned(look: Look) -> bool:
    """Whether the processor refused an address in memory that is there: the guard may have aligned
    the block to less than the program needs."""
    report = look.report
    is_refused = report is not None and report.signal and report.signal.code_name == "SI_KERNEL"
    return bool(is_refused) and not guarded_block(look)


def where_allocated(look: Look) -> FrameReport | None:
    """The user's own line at which a run was stopped as it asked for a block; None where it was not
    stopped there."""
    report = look.report
    if report is None or report.signal is None or report.signal.name != "SIGTRAP":
        return None
    frames = (frame for thread in report.threads if thread.crashed for frame in thread.frames)
    return next((frame for frame in frames if frame.mine), None)


def merged(first: Report, looks: Sequence[Look], source: SourceReader) -> Report:
    """One report of all runs; `looks` has at least one. The run that led to the first finding is
    the first in `again`."""
    judged = [(look, *_better(first, look, source)) for look in looks]
    leader, best, best_rank = max(judged, key=lambda entry: entry[2])
    if best_rank == 0:
        best = None
    evidence = [
        _told(first, look, finding)
        for look, finding, _ in judged
        if best is None or look is not leader
    ]
    runs = sorted(looks, key=lambda look: look is not leader)
    own = first.diagnosis[0]
    if best is None:
        lead = own._replace(evidence=(*own.evidence, *map(Evidence, evidence)))
        findings = (lead, *first.diagnosis[1:])
    else:
        died = Evidence(f"without these settings: {_first_told(first)}")
        asked = () if leader.allocated is None else (_asked_for(leader.allocated),)
        lead = best._replace(evidence=(*best.evidence, *asked, died, *map(Evidence, evidence)))
        rest = (finding for finding in first.diagnosis if not _says_the_same(finding, lead))
        findings = (lead, *rest)
    advice = tuple(a for a in findings[0].advice if not a.is_again)
    findings = (brief(findings[0]._replace(advice=advice)), *findings[1:])
    notes = [note for look in looks for note in (*look.plan.notes, *look.notes)]
    return first._replace(
        diagnosis=findings,
        again=tuple(labelled(look, look.report) for look in runs if look.report is not None),
        warnings=(*first.warnings, *dict.fromkeys(notes)),
    )


def _asked_for(frame: FrameReport) -> Evidence:
    at = file_line(frame.file or "", frame.line)
    code = f": {frame.code}" if frame.code else ""
    return Evidence(f"that block was asked for at {at}, in {frame.function}{code}")


def labelled(look: Look, report: Report) -> Report:
    process = report.process._replace(relation=f"run again with {look.plan.words}")
    return report._replace(process=process)


def _better(first: Report, look: Look, source: SourceReader) -> tuple[Finding | None, int]:
    """(what the look found, how much better than the first run's finding that is, 0: not)."""
    own = first.diagnosis[0]
    failed = bounds_finding(first, look, source)
    if failed is not None:
        # Where the first run could name the array, it has its address as well.
        named = own.cause == failed.cause and own.confidence == "certain"
        return failed, 0 if named else 4
    if look.report is None:
        return None, 0
    found = look.report.diagnosis[0]
    if found.cause == "unknown" or look.report.kind != "crash":
        return found, 0
    again = Evidence(f"the same command was run again with {look.plan.words}")
    found = found._replace(evidence=(again, *found.evidence))
    if found.under_guard:
        # An array that the first run could name, at the access itself, cannot be bettered.
        named = own.cause == "out-of-bounds" and own.confidence == "certain"
        if found.confidence == "certain":
            return found, 0 if named else 3
        return found, 2 if own.cause in VAGUE else 0
    if own.cause in VAGUE and found.cause not in VAGUE:
        return found, 2
    if own.cause in VAGUE and size_of_damaged(look) is not None:
        return found, 2
    if _is_reason(first, look.report):
        return found, 1
    if own.cause in VAGUE and found.blame and not own.blame:
        return found, 1
    surer = CONFIDENCES.index(found.confidence) < CONFIDENCES.index(own.confidence)
    return found, 1 if surer and own.cause in VAGUE else 0


def _is_reason(first: Report, later: Report) -> bool:
    """Whether the later run shows that something was used after it had been freed, and the first
    no more than what comes of that: garbage in the place of a pointer, a count or a record."""
    own, found = first.diagnosis[0], later.diagnosis[0]
    if found.cause != "use-after-free" or found.confidence == "possible":
        return False
    if own.cause not in VAGUE or own.cause == found.cause:
        return False
    return own.confidence != "certain" or _place(first) == _place(later)


def bounds_finding(first: Report, look: Look, source: SourceReader) -> Finding | None:
    """What checks of indices in code that Numba compiled found."""
    if not look.hits:
        return None
    found = found_by_checks(look.hits, "")
    evidence = (
        Evidence(f"the same command was run again with {look.plan.words}"),
        Evidence("there each index was checked before it was used, in parallel loops too"),
        *found.evidence,
    )
    keep = Advice(
        "check each index while you develop", f"atfault numba --check-bounds {_typed(first)}"
    )
    name = look.hits[0].function.name
    return with_sources(found, source)._replace(
        summary=f"{found.summary}, in {name}, which Numba compiled",
        title="",
        evidence=evidence,
        advice=(*found.advice, keep),
    )


def with_sources(finding: Finding, source: SourceReader) -> Finding:
    """The finding with the source lines of its blame."""
    blames = [
        one if one.line is None else one._replace(source=source.excerpt(one.file, one.line, 2))
        for one in finding.blame
    ]
    return finding._replace(blame=tuple(blames))


def _told(first: Report, look: Look, finding: Finding | None) -> str:
    """What a run that gave no better finding shows."""
    lead = f"run again with {look.plan.words}, it "
    if look.hits and finding is not None:
        return f"{lead}was found to use an index that is out of bounds: {finding.summary}"
    if look.report is not None and finding is not None:
        at = _place(look.report)
        if at and at == _place(first):
            return f"{lead}died at the same line ({finding.cause})"
        where = f" at {at}" if at else ""
        return f"{lead}died{where} ({finding.cause}: {finding.summary})"
    printed = tracebacks(look.errors)
    if look.exit_code and printed:
        last = printed[-1].error
        text = f"{last.type}: {last.message}" if last.message else last.type
        inner = last.frames[0].location if last.frames else None
        at = "" if inner is None else f" ({file_line(inner.file, inner.line)})"
        return f"{lead}ended with {text[:200]}{at}"
    return (
        f"{lead}did not crash (exit code {look.exit_code}): what went wrong depends on where "
        "things lie in memory, or on timing"
    )


def _first_told(first: Report) -> str:
    own = first.diagnosis[0]
    at = _place(first)
    return f"{own.cause}{' at ' + at if at else ''} ({own.summary})"


def _place(report: Report) -> str:
    blame = report.diagnosis[0].blame
    if not blame:
        return ""
    return file_line(blame[0].file, blame[0].line)


def _says_the_same(finding: Finding, lead: Finding) -> bool:
    return finding.cause == lead.cause or finding.cause in VAGUE


def _typed(report: Report) -> str:
    return command_line(report.command or report.process.argv or ())


def is_late(report: Report) -> bool:
    """Whether its exception may have come at a later line than the launch that failed."""
    return report.kind == "exception" and report.diagnosis[0].cause in LAUNCH_CAUSES


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
    before = f"without these settings it was noticed at {_noticed_at(own.blame)} ({own.cause})"
    if found is None:
        told = f"{run}, it did not fail in this way (exit code {look.exit_code})"
        return _with(own, told)
    if found.cause in REFUSED_CAUSES:
        return _with(found, f"it was {run}: the argument was refused before the launch", before)
    if found.cause not in LAUNCH_CAUSES or not found.blame:
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


def _noticed_at(blame: tuple[Blame, ...]) -> str:
    return file_line(blame[0].file, blame[0].line) if blame else "a line that is not known"
