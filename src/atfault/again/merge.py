"""The reports of the runs of one command → one report.

It is about the first run, the one without any settings: its signal, its process, its stacks, its
exit status. Its first finding is that of the run which came nearest to the first wrong step:

    a failed bounds check of Numba          the index, before it was used: nothing can be earlier
    a guarded block was left                the access itself
    a damaged block of Python's, found      which block, and by how much; the write came before
    anything else the second run died of    only if it says more than the first run's finding

The reports of the further runs are kept in `again`.
"""

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from atfault.again.numba_output import OutOfBounds, failed_bounds
from atfault.again.settings import Plan
from atfault.diagnose.words import command_line, file_line
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.report import Report
from atfault.source import SourceReader
from atfault.stacks.mine import is_mine
from atfault.text.tracebacks import Printed, tracebacks

VAGUE = (
    "heap-corruption",
    "refcount-corruption",
    "use-after-free",
    "wild-pointer",
    "bad-code-pointer",
    "null-dereference",
    "data-race",
    "crash-at-exit",
    "unknown",
)
"""Causes that are often only what became of a wrong step made elsewhere."""
CONFIDENCES = ("certain", "likely", "possible")
MAX_BLAME = 6


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


def is_solved(first: Report, look: Look) -> bool:
    """Whether no further run is needed: the look shows the access itself, or was interrupted."""
    interrupted = look.exit_code in (128 + 1, 128 + 2, 128 + 3, 128 + 15)
    return interrupted or any(
        "index is out of bounds" in str(error.message)
        for printed in tracebacks(look.errors)
        for error in printed.exceptions
    )


def size_of_damaged(look: Look) -> int | None:
    """The size of the block that PYTHONMALLOC=debug complained of, as the interpreter printed it;
    None when it did not."""
    match = re.search(r"^    (\d{1,9}) bytes originally requested$", look.errors, re.MULTILINE)
    return int(match[1]) if match and look.report is not None else None


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
        lead = best._replace(evidence=(*best.evidence, died, *map(Evidence, evidence)))
        rest = (finding for finding in first.diagnosis if not _says_the_same(finding, lead))
        findings = (lead, *rest)
    advice = tuple(a for a in findings[0].advice if not a.is_again)
    findings = (findings[0]._replace(advice=advice), *findings[1:])
    notes = [note for look in looks for note in (*look.plan.notes, *look.notes)]
    return first._replace(
        diagnosis=findings,
        again=tuple(_labelled(look, look.report) for look in runs if look.report is not None),
        warnings=(*first.warnings, *dict.fromkeys(notes)),
    )


def _labelled(look: Look, report: Report) -> Report:
    process = report.process._replace(relation=f"run again with {look.plan.words}")
    return report._replace(process=process)


def _better(first: Report, look: Look, source: SourceReader) -> tuple[Finding | None, int]:
    """(what the look found, how much better than the first run's finding that is, 0: not)."""
    own = first.diagnosis[0]
    failed = bounds_finding(first, look, source)
    if failed is not None:
        # Where the first run could name the array, its finding says more than Numba's message.
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
    if own.cause in VAGUE and found.blame and not own.blame:
        return found, 1
    surer = CONFIDENCES.index(found.confidence) < CONFIDENCES.index(own.confidence)
    return found, 1 if surer and own.cause in VAGUE else 0


def bounds_finding(first: Report, look: Look, source: SourceReader) -> Finding | None:
    """What Numba's bounds check says, if it ended the run."""
    for printed in reversed(tracebacks(look.errors)):
        for error in printed.exceptions:
            if error.type == "IndexError" and "index is out of bounds" in str(error.message):
                return _bounds_finding(first, look, printed, source)
    return None


def _bounds_finding(first: Report, look: Look, printed: Printed, source: SourceReader) -> Finding:
    failed = failed_bounds(look.output)
    what = _bounds_words(failed[-1]) if failed else "an index is out of bounds"
    evidence = [
        f"the same command was run again with {look.plan.words}",
        "there Numba's own bounds check stopped the run before the access was made",
    ]
    if failed and not 0 <= failed[-1].position < 1 << 31:
        evidence.append("Numba prints only the low 32 bits of an index: its true value may differ")
    where = kernel_of(first)
    summary = f"{what}, in code that Numba compiled" + (f" ({where})" if where else "")
    return Finding(
        cause="out-of-bounds",
        summary=summary,
        confidence="certain",
        blame=_lines(first, printed, source),
        evidence=tuple(map(Evidence, evidence)),
        advice=(
            Advice("compare the index with the array's length before the loop, or shorten it"),
            Advice("keep the check while you develop", f"NUMBA_BOUNDSCHECK=1 {_typed(first)}"),
        ),
    )


def _bounds_words(failed: OutOfBounds) -> str:
    axis = "" if failed.axis is None else f" of axis {failed.axis}"
    index = failed.position if failed.position >= 0 else failed.position + (1 << 32)
    shown = str(failed.position) if 0 <= failed.position < 1 << 31 else f"…{index:#x} (low 32 bits)"
    return f"index {shown} is out of bounds{axis}: there are {failed.size}"


def kernel_of(first: Report) -> str:
    """The compiled function that the first run died in: "gather (nb.py:8)"; "" when in none."""
    for thread in first.threads:
        if not thread.crashed:
            continue
        for frame in thread.frames:
            if frame.kind == "jit":
                name = frame.function.split("(", 1)[0]
                return f"{name} ({file_line(frame.file, frame.line)})" if frame.file else name
    return ""


def _lines(first: Report, printed: Printed, source: SourceReader) -> tuple[Blame, ...]:
    """The user's own lines of a traceback, innermost first."""
    unknown = Absent("of a finished run")
    thread = printed.name if printed.origin == "thread" else "MainThread"
    blames = []
    for frame in printed.error.frames:
        file, line = frame.location.file, frame.location.line
        if line is None or not is_mine(file, unknown):
            continue
        if not os.path.isabs(file) and not file.startswith("<") and first.process.cwd:
            file = os.path.join(first.process.cwd, file)
        excerpt = source.excerpt(file, line, 2)
        blames.append(Blame(file, line, frame.function, thread, excerpt))
    return tuple(blames[:MAX_BLAME])


def _told(first: Report, look: Look, finding: Finding | None) -> str:
    """What a run that gave no better finding shows."""
    lead = f"run again with {look.plan.words}, it "
    if look.report is None and finding is not None:
        return f"{lead}was stopped by Numba's bounds check: {finding.summary}"
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
