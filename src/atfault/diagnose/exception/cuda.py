"""What the rules about the GPU share: the exception and what kernels printed, as one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.expressions import is_raise
from atfault.diagnose.second_look import run_again
from atfault.diagnose.words import command_line, file_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.gpu import CudaError, GpuFailure, KernelAssert, MemoryFacts
from atfault.stacks.mine import is_mine

OF_LIBRARIES = ("torch.", "numba.", "numba_cuda.", "cupy", "cupy_backends.")
LATE = (
    "the GPU works behind the program: an error shows at the next line that waits for it, and what "
    "failed was launched at that line or before it"
)
AT_ONCE = "each launch was waited for (CUDA_LAUNCH_BLOCKING): it is the line of the launch itself"
ENDS = "from then on every call of this process to the GPU fails: it has to be started again"
MEANINGS = (
    (re.compile(r"< n_classes|cur_target"), "a label that is no class"),
    (
        re.compile(r"srcSelectDimSize|ind_dim_size|vectorized gather"),
        "an index past the end of a table (embedding, index_select)",
    ),
    (re.compile(r"(?:input|target)_val (?:>=|<=)"), "a value that is no probability"),
    (re.compile(r"cumdist|prob|\bp4\b|val >= 0"), "numbers that cannot be drawn from"),
    (re.compile(r"sizes\[i\]|index|idx|\bind\b"), "an index that is out of range"),
)
"""What torch's kernels assert → what was wrong with what they were given."""


class Raised(NamedTuple):
    """What one of the exceptions says of the GPU, and what kernels printed."""

    error: RaisedException
    said: CudaError
    memory: MemoryFacts
    gpu: GpuFailure
    confidence: Confidence


def failures(case: Case) -> Iterator[Raised]:
    """Of each exception that is about the GPU, the one that nobody caught first."""
    if isinstance(case.exception, Absent) or isinstance(case.gpu, Absent):
        return
    known = {id(case.exception.exceptions[one.at]): one for one in reversed(case.gpu.errors)}
    for error in case.raised:
        one = known.get(id(error))
        sureness = None if one is None else _sureness(error)
        if one is not None and sureness is not None:
            yield Raised(error, one.said, one.memory, case.gpu, sureness)


def _sureness(error: RaisedException) -> Confidence | None:
    """None where it is no exception that a library raises for such a failure.

    Of a RuntimeError, as older versions raise, the words alone tell. Where the innermost line is no
    `raise` native code has said them; else somebody has who may only repeat them.
    """
    if error.type.startswith(OF_LIBRARIES):
        return "certain"
    if error.type.endswith(("XlaRuntimeError", "JaxRuntimeError")):
        return "likely"  # jaxlib says the same of a TPU
    if not error.is_a("RuntimeError") and not error.is_a("MemoryError"):
        return None
    return "certain" if error.frames and not is_raise(error.frames[0]) else "likely"


def finding_of(
    failure: Raised,
    case: Case,
    summary: str,
    evidence: Iterable[str],
    advice: Iterable[Advice | str],
) -> Finding:
    """With the lines of the program's own that noticed."""
    return Finding.of(
        summary=summary,
        confidence=failure.confidence,
        blame=(*_line_of_kernel(failure, case), *own_lines_of(failure.error, case)),
        evidence=(*_core_words(failure), *evidence),
        advice=advice,
    )


def _core_words(failure: Raised) -> tuple[str, ...]:
    """What the GPU core says, as a clause."""
    core = failure.gpu.core
    if core is None:
        return ()
    frame = core.frames[0] if core.frames else None
    what = core.exception or "it stopped"
    where = f" in {frame.function}" if frame is not None and frame.function else ""
    if frame is not None and frame.line is not None:
        where += f" ({file_line(frame.file, frame.line)})"
    thread = ""
    if core.block is not None and core.thread is not None:
        thread = f"; block {list(core.block)}, thread {list(core.thread)}"
    return (f"the GPU core says: {what}{where}{thread}",)


def _line_of_kernel(failure: Raised, case: Case) -> tuple[Blame, ...]:
    """The user's own innermost line on the GPU."""
    frames = () if failure.gpu.core is None else failure.gpu.core.frames
    for frame in frames:
        if frame.line is not None and is_mine(frame.file, case.process.python):
            return (Blame(frame.file, frame.line, frame.function, "on the GPU"),)
    return ()


def noticed_by(failure: Raised) -> str:
    """ "cuMemcpyDtoH noticed it: …"."""
    if failure.gpu.is_blocking:
        return AT_ONCE
    return f"{failure.said.call} noticed it: {LATE}" if failure.said.call else LATE


def meaning_of(one: KernelAssert) -> str:
    """What was wrong with the kernel's arguments; "" where its condition does not tell."""
    for pattern, words in MEANINGS:
        if pattern.search(one.condition) or pattern.search(one.message):
            return words
    return ""


def assert_words(one: KernelAssert) -> str:
    """What was printed, as one clause."""
    where = f" in {one.function}" if one.function not in ("", "unknown") else ""
    rank = "" if one.rank is None else f", by rank {one.rank}"
    place = f"block {list(one.block)}, thread {list(one.thread)}"
    more = f" and {one.threads - 1:,} more threads" if one.threads > 1 else ""
    message = f": {one.message}" if one.message else ""
    return (
        f"the kernel{where} printed that `{one.condition}` failed{message} ({one.file}:{one.line}; "
        f"{place}{more}{rank})"
    )


def ways_to_the_line(failure: Raised, case: Case) -> tuple[Advice | str, ...]:
    """How the line that launched it, and the values, are found."""
    command = command_line(case.process.process.argv)
    guard = Advice(
        "let the arguments of torch's functions be checked before they are launched",
        f"atfault run --guard {command}" if command else None,
    )
    if failure.gpu.is_blocking:
        return (guard,)
    again = "or run it again with each launch waited for: the error then comes at its own line"
    return (guard, run_again(case.process.process.argv, again))
