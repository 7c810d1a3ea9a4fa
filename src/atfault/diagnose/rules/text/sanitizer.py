"""What a sanitizer, Valgrind or compute-sanitizer reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Confidence, Finding, SourceLine
from atfault.model.given import SanitizerText, TextFrame
from atfault.model.process import FIRST_64K
from atfault.text.compute_sanitizer import TOOL
from atfault.text.places import is_system
from atfault.text.tables import table

KINDS = tuple((one["kind"], one["cause"]) for one in table("sanitizer_kinds.tsv"))
"""(part of the tool's word, cause), the first that fits."""
CAUSES = (
    *dict.fromkeys(cause for _, cause in KINDS),
    "wild-pointer",
    "write-to-read-only",
    "unknown",
)


@rule("sanitizer-report", family="text", causes=CAUSES, plain_title=True)
def sanitizer_report(case: Case) -> Iterator[Finding]:
    """A sanitizer, Valgrind or compute-sanitizer reported an error; it knows best what happened.

    The finding is the one that atfault has for such a crash, with the line of yours that the
    report's stack leads to, and where the memory was allocated and freed.

    What to do: begin with the first report; those that come after it often follow from it.
    """
    given = case.given
    if isinstance(given, Absent) or isinstance(given.sanitizer, Absent):
        return
    report = given.sanitizer
    cause = _cause(report)
    sure: Confidence = "possible" if cause in ("deadlock", "unknown") else "certain"
    yield Finding.of(
        cause=cause,
        summary=_summary(report),
        confidence=sure,
        blame=(*_blame(report.frames), *_blame(report.host)),
        evidence=_evidence(report),
        advice=_advice(report),
        quotes=(SourceLine(report.line, report.text), *report.places),
        title=f"{report.tool} reported: {report.kind}",
    )


def _cause(report: SanitizerText) -> str:
    kind = report.kind
    if report.tool == "Valgrind" and kind.startswith(("Invalid read", "Invalid write")):
        return _of_valgrind(report)
    if kind == "SEGV" or kind.startswith("SEGV") or kind == "BUS":
        if report.address is not None and report.address < FIRST_64K:
            return "null-dereference"
        return "wild-pointer" if report.address is not None else "unknown"
    return next((cause for part, cause in KINDS if part in kind), "unknown")


def _of_valgrind(report: SanitizerText) -> str:
    if "free'd" in report.region:
        return "use-after-free"
    if (
        "after a block" in report.region
        or "before a block" in report.region
        or "inside a block" in report.region
    ):
        return "out-of-bounds"
    if report.address is not None and report.address < FIRST_64K:
        return "null-dereference"
    return "wild-pointer"


def _summary(report: SanitizerText) -> str:
    size = f" of {report.size} bytes" if report.size else ""
    access = f"a {report.access}{size}" if report.access else report.kind
    where = report.frames[0] if report.frames else None
    inside = f" in {where.function}" if where and where.function not in ("", "??") else ""
    if report.region:
        return f"{access}{inside}, at an address that is {report.region.partition(', ')[0]}"
    return f"{access}{inside}"


def _evidence(report: SanitizerText) -> Iterator[str]:
    if report.thread is not None and report.block is not None:
        yield f"it was thread {list(report.thread)} of block {list(report.block)}"
    launched = next((one for one in report.host if one.row and not is_system(one.file)), None)
    if launched is not None:
        yield f"the kernel was launched at {launched.file}:{launched.row} in {launched.function}"
    if report.access:
        yield f"{report.tool} calls it {report.kind}"
    for name, frames in (
        ("allocated", report.allocated),
        ("freed", report.freed),
        ("the other access was", report.other),
    ):
        own = next((one for one in frames if one.row and not is_system(one.file)), None)
        if own is not None:
            yield f"{name} at {own.file}:{own.row} in {own.function}"


def _advice(report: SanitizerText) -> Iterator[str]:
    if report.frames and report.tool == TOOL and not any(one.row for one in report.frames):
        yield (
            "the kernel has no lines: compile it with -lineinfo (nvcc), or with "
            "@cuda.jit(debug=True, opt=False) (Numba); Triton's kernels have them"
        )
    elif report.frames and not any(one.row for one in report.frames):
        yield "ask for the same from a build with debug information (-g): the stack has no lines"
    if report.kind == "SEGV" or not report.frames:
        yield "ask for the whole report, and how the program was started"


def _blame(frames: Sequence[TextFrame]) -> tuple[Blame, ...]:
    own = [
        one for one in frames if one.row and not is_system(one.file) and "sanitizer" not in one.file
    ]
    return tuple(Blame(one.file, one.row, one.function, "") for one in own[:3])
