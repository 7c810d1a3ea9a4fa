"""cuda-device-assert, cuda-illegal-access, cuda-launch-failure: a kernel failed on the GPU."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.cuda import (
    ENDS,
    Raised,
    assert_words,
    failures,
    finding_of,
    meaning_of,
    noticed_by,
    ways_to_the_line,
)
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RefusedArgument
from atfault.model.findings import Advice, Blame, Finding
from atfault.stacks.mine import is_mine
from atfault.text.outcome import MESSAGE

MAX_SHOWN = 3
SANITIZER = Advice(
    "or let each access be checked, which takes many times as long",
    "PYTORCH_NO_CUDA_MEMORY_CACHING=1 compute-sanitizer",
)


@rule("cuda-device-assert", family="exception", plain_title=True)
def cuda_device_assert(case: Case) -> Iterator[Finding]:
    """A kernel on the GPU found that one of its conditions does not hold; nearly always an index, a
    label or a probability is out of range.

    The GPU works behind the program: the exception comes at a later line, one that waits for it
    (`.item()`, `.cpu()`, `print`), and that line is innocent. What the kernel itself prints tells
    the condition, never the values; it is read where standard error is led to a file. From then on
    every call of the process to the GPU fails.

    What to do: `atfault run --guard` checks the arguments before the launch, so the error comes at
    the right line, with the values, and nothing is lost. Usual values: a label that equals the
    number of classes, an id of -1 or of a word that is not in the table.
    """
    for failure in failures(case):
        if failure.said.kind == "assert" or (failure.said.kind == "hidden" and failure.gpu.asserts):
            yield _of_assert(failure, case)
            return


def _of_assert(failure: Raised, case: Case) -> Finding:
    launch = failure.gpu.launch
    if launch is not None and launch.seen is not None:
        return _of_launch(failure, launch, case)
    evidence = [assert_words(one) for one in failure.gpu.asserts[:MAX_SHOWN]]
    if failure.said.kind == "hidden":
        evidence.append(f"{failure.said.words} says only that the GPU had failed before")
    if not failure.gpu.asserts:
        evidence.append(_why_not_printed(case))
    evidence += [noticed_by(failure), ENDS]
    summary = "an assertion failed in a kernel on the GPU"
    if failure.gpu.asserts:
        meaning = meaning_of(failure.gpu.asserts[0])
        condition = f"`{failure.gpu.asserts[0].condition}` does not hold"
        summary = (
            f"a kernel on the GPU was given {meaning}: {condition}"
            if meaning
            else (f"in a kernel on the GPU {condition}")
        )
    return finding_of(failure, case, summary, evidence, ways_to_the_line(failure, case))


def _of_launch(failure: Raised, launch: RefusedArgument, case: Case) -> Finding:
    """With the launch that the guard noted: its line, and what its argument reached."""
    low, high = launch.seen or (0, 0)
    is_low = launch.low is not None and low < launch.low and low != launch.exempt
    wrong = low if is_low else high
    argument = f"{launch.argument} of {launch.function}()"
    found = finding_of(
        failure,
        case,
        f"{argument} held {wrong}; legal are {launch.low} to {launch.high}",
        (
            f"the guard noted its values when it was launched: from {low} to {high}",
            *map(assert_words, failure.gpu.asserts[:MAX_SHOWN]),
            "it is the newest launch whose values are out of range; where the exception came, "
            "the program only waited for the GPU",
            ENDS,
        ),
        ("follow the indices to where they were computed",),
    )
    blame = found.blame
    if launch.forward is not None and is_mine(launch.forward.file, case.process.python):
        at = launch.forward
        blame = (Blame(at.file, at.line, launch.forward_function, case.raised_in), *blame)
    return found._replace(blame=blame, confidence="likely")


def _why_not_printed(case: Case) -> str:
    if isinstance(case.printed, Absent):
        return f"what the kernel printed is not known: {case.printed.reason}"
    return "the kernel printed nothing that is among what was kept of standard error"


@rule("cuda-illegal-access", family="exception", plain_title=True)
def cuda_illegal_access(case: Case) -> Iterator[Finding]:
    """A kernel on the GPU used an address that is not its own, or is not aligned.

    Where torch's own kernels check, a wrong index fails an assertion instead
    (`cuda-device-assert`); this comes of kernels that do not: those of Numba, Triton and
    extensions, or of tensors that were freed while a kernel still used them. The exception comes at
    a later line that waits for the GPU.

    What to do: run with CUDA_LAUNCH_BLOCKING=1 for the line, under compute-sanitizer for the thread
    and the address. A kernel of Numba checks its indices with `@cuda.jit(debug=True, opt=False)`.
    """
    for failure in failures(case):
        if failure.said.kind in ("illegal", "misaligned"):
            what = "used memory that is not its own"
            if failure.said.kind == "misaligned":
                what = "used an address that is not aligned for what it reads or writes"
            evidence = (
                *map(assert_words, failure.gpu.asserts[:MAX_SHOWN]),
                noticed_by(failure),
                ENDS,
            )
            advice = (*ways_to_the_line(failure, case), SANITIZER)
            summary = f"a kernel on the GPU {what}"
            yield finding_of(failure, case, summary, evidence, advice)
            return


@rule("cuda-launch-failure", family="exception", plain_title=True)
def cuda_launch_failure(case: Case) -> Iterator[Finding]:
    """A kernel on the GPU could not be launched, or was ended, for a reason that CUDA does not tell
    apart any further; or a library (cuDNN, cuBLAS) failed, which often hides an earlier kernel's
    failure or that the GPU's memory is full.

    What to do: run with CUDA_LAUNCH_BLOCKING=1, which shows the first failure instead of its
    consequence.
    """
    for failure in failures(case):
        said = failure.said
        abort = case.given if isinstance(case.given, Absent) else case.given.abort
        if not isinstance(abort, Absent) and abort.type == MESSAGE and said.kind == "hidden":
            return  # the text goes on to say what it hides
        if said.kind == "hidden" and not failure.gpu.asserts:
            summary = f"a library's call to the GPU failed: {said.words}"
            hides = "often it hides an index assertion of an earlier kernel, or a full memory"
            found = finding_of(
                failure._replace(confidence="possible"),
                case,
                summary,
                (hides, noticed_by(failure)),
                ways_to_the_line(failure, case),
            )
            yield found
            return
        if said.kind == "launch":
            summary = f"a kernel could not be launched, or was ended: {said.words}"
            evidence = (noticed_by(failure), ENDS)
            advice = (*ways_to_the_line(failure, case), SANITIZER)
            yield finding_of(failure, case, summary, evidence, advice)
            return
