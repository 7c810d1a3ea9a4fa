"""configuration: what is asked for, this machine or the packages on it cannot serve."""

import re
from collections.abc import Iterator
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
from atfault.text.version_words import OtherVersion, dropped, other_version

CHOOSE = 'or let the program choose: device = "cuda" if torch.cuda.is_available() else "cpu"'


class _Problem(NamedTuple):
    text: re.Pattern[str]
    """In torch's own words (torch/cuda/__init__.py, c10/cuda/CUDAFunctions.cpp), or those of the
    CUDA runtime (cudaGetErrorString)."""
    summary: str
    """{0}: the version of CUDA that the text's group stands for."""
    reason: str
    advice: Advice | str
    of_gpu: bool = True


PROBLEMS = (
    _Problem(
        re.compile(r"Torch not compiled with CUDA enabled"),
        "this torch was built without CUDA, and a GPU was asked for",
        "a build for the CPU alone knows of no GPU, whatever the machine has",
        "install a build of torch with CUDA",
    ),
    _Problem(
        re.compile(r"Found no NVIDIA driver on your system"),
        "torch can use a GPU, but there is no NVIDIA driver here",
        "the driver is the system's (in a container: the host's), no Python package brings it",
        Advice("see whether the driver is there, and answers", "nvidia-smi"),
    ),
    _Problem(
        re.compile(r"The NVIDIA driver on your system is too old \(found version (\d{1,6})\)"),
        "the NVIDIA driver (for CUDA {0}) is too old for this torch",
        "a driver serves programs built for its own version of CUDA and older ones",
        "update the driver, or install a torch built for an older CUDA",
    ),
    _Problem(
        re.compile(
            r"CUDA driver version is insufficient for CUDA runtime version"
            r"|cuda runtime error \(35\)|CUDA_ERROR_INSUFFICIENT_DRIVER"
        ),
        "the NVIDIA driver is too old for the CUDA that this program was built with",
        "a driver serves programs built for its own version of CUDA and older ones",
        "update the driver, or install packages built for an older CUDA",
    ),
    _Problem(
        re.compile(
            r"system has unsupported display driver / cuda driver combination"
            r"|cudaErrorSystemDriverMismatch|CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"
        ),
        "the NVIDIA driver's library and its kernel module do not fit together",
        "one of the two is of another version: an update without a restart, or a container that "
        "brings a libcuda of its own",
        Advice("restart after an update of the driver, and see whether it answers", "nvidia-smi"),
    ),
    _Problem(
        re.compile(r"forward compatibility was attempted on non supported HW"),
        "a libcuda that is newer than the NVIDIA driver was loaded, which this GPU does not take",
        "CUDA's packages for forward compatibility (cuda-compat, which images bring) are for GPUs"
        " of data centers alone; error 804 is also seen after an update of the driver without a"
        " restart",
        "update the host's driver (and restart it), or take an image of an older CUDA; or let the"
        " loader find the driver's own libcuda: leave …/compat out of LD_LIBRARY_PATH",
    ),
    _Problem(
        re.compile(r"cannot cache function '[^'\n]{1,300}': no locator available for file"),
        "Numba has nowhere to keep what it compiles with cache=True",
        "it keeps it beside the source, or in the user's cache folder, and may write to neither;"
        " code of exec() has no file, and cannot be cached",
        Advice("name a folder that can be written", "export NUMBA_CACHE_DIR=/tmp/numba_cache"),
        of_gpu=False,
    ),
    _Problem(
        re.compile(
            r"the provided PTX was compiled with an unsupported toolchain"
            r"|CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
        ),
        "the NVIDIA driver is too old for the code that was compiled for it",
        "the compiler (of Numba, Triton or cupy) is of a newer CUDA than the driver",
        "update the driver, or install a compiler of an older CUDA",
    ),
    _Problem(
        re.compile(
            r"no kernel image is available for execution on the device"
            r"|CUDA_ERROR_NO_BINARY_FOR_GPU|hipErrorNoBinaryForGpu"
        ),
        "this build holds no code for the GPU of this machine",
        "its kernels were compiled for other generations of GPUs",
        Advice("compare the two", 'python -c "import torch; print(torch.cuda.get_arch_list())"'),
    ),
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
        for problem in PROBLEMS:
            found, sureness = problem.text.search(text), _sureness(error)
            if found is not None and sureness is not None:
                yield _finding(case, error, problem, found)._replace(confidence=sureness)
                return


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
    return Finding.of(
        summary=problem.summary.format(version),
        confidence="certain",
        blame=own_lines_of(error, case),
        evidence=(problem.reason, *_versions_of(error, case)),
        advice=(*_newer_build(case), problem.advice, *((CHOOSE,) if problem.of_gpu else ())),
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
