"""configuration: what is asked for, this machine or the packages on it cannot serve."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from atfault.diagnose.exception.cuda import OF_LIBRARIES
from atfault.diagnose.exception.loading_words import package_of
from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.numba.failed import Failed, failed, finding
from atfault.diagnose.numba.words import cut
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Confidence, Finding
from atfault.text.cuda import UnservedGpu, of_cuda, ptx_versions, unserved_gpu
from atfault.text.patterns import searched
from atfault.text.tables import table
from atfault.text.version_words import OtherVersion, dropped, other_version

CHOOSE = 'or let the program choose: device = "cuda" if torch.cuda.is_available() else "cpu"'


class _Problem(NamedTuple):
    """A row of `text/problems.tsv`."""

    pattern: re.Pattern[str]
    """In torch's own words (torch/cuda/__init__.py, c10/cuda/CUDAFunctions.cpp), or those of the
    CUDA runtime (cudaGetErrorString)."""
    summary: str
    """{0}: the version of CUDA that the text's group stands for."""
    reason: str
    advice: str
    command: str
    of: str
    """"gpu" or ""."""
    seen: str


@cache
def problems() -> tuple[_Problem, ...]:
    """What cannot be served; raises OSError."""
    return tuple(
        _Problem(**{**one, "pattern": searched(one["pattern"])})  # type: ignore[arg-type]
        for one in table("problems.tsv")
    )


@rule("configuration", family="exception", plain_title=True)
def configuration(case: Case) -> Iterator[Finding]:
    """What the program asks for, this machine or its packages cannot serve.

    It asks torch for a GPU that the build of torch, the driver or the GPU cannot serve, or Numba to
    compile linear algebra, which it does with scipy, and that is not installed; or a package
    refuses the version of another one.

    Nothing is wrong with the line by itself: the same program runs where they fit together. The
    finding says which of them does not, and which line of the program's own asked.

    What to do: install the build that fits the driver and the GPU, or let the program choose its
    device by `torch.cuda.is_available()`.
    """
    one = failed(case)
    if one is not None and one.failure.error == "ImportError":
        yield _needs_scipy(one, case)
        return
    for error in case.raised:
        text = "" if isinstance(error.message, Absent) else error.message
        other = other_version(text)
        older = None if error.numba is not None else dropped(text)
        if other is None and older is not None and (who := _asking(error)) not in ("", "numba"):
            other = older._replace(who=who)
        if other is not None:
            yield _of_version(case, error, other)
            return
        for problem in problems():
            found, sureness = problem.pattern.search(text), _sureness(error)
            if found is not None and sureness is not None and not _is_of_no_file(error, text):
                yield _finding(case, error, problem, found)._replace(confidence=sureness)
                return


def _is_of_no_file(error: RaisedException, text: str) -> bool:
    """Whether it is that a function stands in no file, beside which it could be cached: the probe
    keeps a record of that alone (atfault_probe/numba/refused.py)."""
    return text.startswith("cannot cache function ") and error.numba is not None


def _needs_scipy(one: Failed, case: Case) -> Finding:
    """What Numba imports while it compiles is scipy's (numba/np/linalg.py, ensure_lapack)."""
    code = cut(one.failure.expression) or "linear algebra"
    return finding(
        one,
        case,
        f"{code} is compiled with the help of scipy, which cannot be imported here",
        ("Numba takes the routines of BLAS and LAPACK from scipy",),
        (Advice("install it beside numba", "pip install scipy"),),
    )


def _sureness(error: RaisedException) -> Confidence | None:
    """None where it cannot be torch's: others may use its words. What its native code raises has
    no frame of torch's."""
    inner = (frame.location.file.replace("\\", "/") for frame in error.frames[:1])
    if any("/torch/" in file or "/numba/" in file for file in inner):
        return "certain"
    if error.type.startswith(OF_LIBRARIES):
        return "certain"
    return "likely" if error.is_a("RuntimeError") else None


def _finding(
    case: Case, error: RaisedException, problem: _Problem, found: re.Match[str]
) -> Finding:
    version = ""
    if found.groups():
        number = int(found[1])
        version = f"{number // 1000}.{number % 1000 // 10}"
    advice = Advice(problem.advice, problem.command or None)
    return Finding.of(
        summary=problem.summary.format(version),
        confidence="certain",
        blame=own_lines_of(error, case),
        evidence=(problem.reason, *_versions_of(error, case)),
        advice=(*_newer_build(case), advice, *((CHOOSE,) if problem.of else ())),
    )


def _asking(error: RaisedException) -> str:
    """The package whose code asked another for something; "" for code of the user's own."""
    packages = (package_of(frame.location.file) for frame in error.frames)
    return next((one for one in packages if one not in ("numpy", "google")), "")


def _of_version(case: Case, error: RaisedException, other: OtherVersion) -> Finding:
    who = other.who or "a package that was imported"
    have = f", and {other.have} is there" if other.have else ""
    advice: list[Advice | str] = [
        Advice("install one that fits", f"python -m pip install '{other.what}{other.spec}'")
    ]
    if other.who and other.spec.startswith("<"):
        newer = f"python -m pip install --upgrade {other.who.lower()}"
        advice.append(Advice(f"or a newer {other.who} that takes it", newer))
    return Finding.of(
        summary=f"{who} needs {other.what}{other.spec}{have}",
        confidence="certain",
        blame=own_lines_of(error, case),
        advice=advice,
    )


def _versions_of(error: RaisedException, case: Case) -> Iterator[str]:
    """What the text tells of the two that do not fit: the GPU and the build, driver and code."""
    if isinstance(error.message, Absent):
        return
    ptx = ptx_versions("\n".join((error.message, *error.notes)))
    if ptx is not None:
        wanted, known = ptx
        newest = f"{known}{of_cuda(known)}"
        yield f"the code is PTX {wanted}{of_cuda(wanted)}, the driver knows up to {newest}"
    gpu = _gpu(case)
    if gpu is not None:
        yield f"{gpu.name} is {gpu.is_a}; this torch holds code for {', '.join(gpu.served)}"


def _gpu(case: Case) -> UnservedGpu | None:
    return None if isinstance(case.printed, Absent) else unserved_gpu(case.printed.text.decode())


def _newer_build(case: Case) -> Iterator[Advice | str]:
    gpu = _gpu(case)
    if gpu is None:
        return
    if gpu.is_newer:
        since = f" (for CUDA {gpu.since} or newer)" if gpu.since else ""
        yield Advice(
            f"install a build of torch that holds code for {gpu.is_a}{since}",
            "python -m pip install --upgrade torch",
        )
    else:
        yield f"newer builds hold no code for so old a GPU ({gpu.is_a}): take an older torch"
