"""missing-library: an import failed as the dynamic loader did not find a library."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.loading_words import (
    base,
    fitting_versions,
    operator_words,
    pip,
    versions_words,
)
from atfault.diagnose.exception.raised import import_finding
from atfault.diagnose.packages import OF_DRIVER, package_of_file, wheel_of_nvidia
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.loading import A_DLL, BuiltWithout, Candidate, LoadFailure, UnfitFile

MAX_SHOWN = 3
CUDA_PARTS = ("libc10_cuda.so", "libtorch_cuda.so", "libtorch_cuda_linalg.so")
"""Of torch's builds with CUDA alone: a wheel for those is beside a torch for the CPU."""
LOAD_THEIR_OWN = ("torch",)
"""Packages whose import loads their libraries, of which extensions need not find them."""


@rule("missing-library", family="exception", plain_title=True)
def missing_library(case: Case) -> Iterator[Finding]:
    """An import failed as the dynamic loader found a library nowhere, or none that it can use.

    The message names the library alone. Which file wants it (often not the one that was imported,
    but a library that it needs), where the loader looked, and whether the library lies elsewhere on
    this machine or in another version, is read from the files. A library that is there may be none:
    for another processor (the loader says "no such file" of it), an empty file, one that was cut
    off, or the pointer that git-lfs keeps in its place.

    What to do: install the package that brings this very version, or reinstall the one that wants
    it so that it fits what is installed. LD_LIBRARY_PATH makes the loader look in one more folder.
    """
    failure = case.load_failure
    if isinstance(failure, UnfitFile):
        yield import_finding(
            case, _unfit_summary(failure), _unfit_evidence(failure), _unfit_advice(failure)
        )
    elif isinstance(failure, BuiltWithout):
        yield import_finding(
            case,
            f"this Python was built without {failure.library}, and has no {failure.module}",
            ("a module is left out of Python where the headers of its library are missing",),
            _built_without(failure),
        )
    elif isinstance(failure, LoadFailure) and failure.problem == "library":
        from_text = not isinstance(case.given, Absent)
        if from_text:
            # What is in the folders of this system says nothing of that where the text is from.
            here = tuple(one for one in failure.found if one.package)
            failure = failure._replace(found=here, searched=())
        known = failure.wanted_by or failure.found or failure.other_versions
        if known or from_text or package_of_file(base(failure.wanted)):  # else it says as much
            advice = _advice(failure, case.process.process.executable)
            yield import_finding(case, _summary(failure), _evidence(failure), advice)


# ---- one that is not found ----------------------------------------------------------------------


def _summary(failure: LoadFailure) -> str:
    wanted_by = base(failure.wanted_by)
    if failure.wanted == A_DLL:
        return f"{wanted_by}, or a DLL that it needs, was not found"
    if not wanted_by:
        return f"{failure.wanted} was not found"
    return f"{wanted_by} needs {base(failure.wanted)}, which was not found"


def _evidence(failure: LoadFailure) -> Iterator[str]:
    yield from operator_words(failure)
    if failure.wanted_by:
        yield f"it is wanted by {failure.wanted_by}"
    if failure.importing:
        yield f"which {failure.importing} needs, the file that was to be loaded"
    for one in failure.found[:MAX_SHOWN]:
        why = one.why_not or "the loader does not look there"
        yield f"{one.path} is that library, but {why}"
    if not failure.found:
        for one in failure.other_versions[:MAX_SHOWN]:
            also = f" ({one.soname})" if one.soname and one.soname != base(one.path) else ""
            yield f"{one.path}{also} is another version of it"
    yield from versions_words(failure.versions)
    if failure.wanted in CUDA_PARTS and failure.versions is not None and not failure.found:
        yield f"it is a part of torch built with CUDA; this one is {failure.versions.providing}"
    if failure.searched and not failure.found:
        shown = ", ".join(failure.searched[:6])
        more = len(failure.searched) - 6
        yield f"the loader looked in {shown}" + (f" and {more} more" if more > 0 else "")


def _advice(failure: LoadFailure, executable: str) -> Iterator[Advice | str]:
    versions = failure.versions
    if failure.operator and versions is not None and versions.fit is False:
        yield from fitting_versions(versions, executable)
        return
    usable = [one for one in failure.found if not one.why_not]
    broken = [one for one in failure.found if one.why_not and one.package]
    if usable:
        yield from _where_it_is(usable[0], failure)
    elif broken:
        package = broken[0].package
        yield Advice(
            f"install {package} again: its file is damaged",
            f"{pip(executable)} install --force-reinstall --no-deps {package}",
        )
    elif failure.other_versions:
        yield (
            f"install the version that brings {failure.wanted}, or the build of "
            f"{base(failure.wanted_by) or 'the package'} for the version that is there"
        )
    elif failure.wanted == A_DLL:
        yield Advice(
            "most often it is the runtime of Visual C++",
            "winget install Microsoft.VCRedist.2015+.x64",
        )
        yield f"else: dumpbin /dependents {base(failure.wanted_by)} lists those that it needs"
    elif failure.wanted in CUDA_PARTS:
        wants = base(failure.wanted_by) or "the package"
        yield f"install torch built with CUDA, or a build of {wants} for the CPU"
    elif base(failure.wanted) in OF_DRIVER:
        yield "it comes with the NVIDIA driver: no package of Python's or of CUDA's brings it"
        yield "in a container it is the host's: docker run --gpus all (nvidia-container-toolkit)"
    elif failure.wanted == "libnvvm.so":
        yield Advice(
            "Numba compiles kernels with it: install it with the CUDA of your driver (13: cu13)",
            f"{pip(executable)} install 'numba-cuda[cu12]'",
        )
        yield "in conda: conda install -c conda-forge cuda-nvcc; or name a toolkit by CUDA_HOME"
    elif not failure.found and (wheel := wheel_of_nvidia(base(failure.wanted))):
        yield Advice("a wheel of NVIDIA's brings it", f"{pip(executable)} install '{wheel}'")
        yield (
            "the loader looks there only where it is told to: import torch first, which loads its "
            "own, or name …/site-packages/nvidia/*/lib in LD_LIBRARY_PATH"
        )
    elif not failure.found and (package := package_of_file(base(failure.wanted))):
        yield Advice(
            "on Debian and Ubuntu it should be in the package of that name",
            f"apt-get install {package}",
        )
    else:
        yield f"install the package that brings {base(failure.wanted)}"


def _built_without(failure: BuiltWithout) -> Iterator[Advice | str]:
    yield Advice(
        "install the headers, then build Python again (pyenv install --force VERSION)",
        f"apt-get install {failure.package}",
    )
    if "tkinter" in failure.module:
        yield Advice(
            "of Debian's own Python it is in another package", "apt-get install python3-tk"
        )


def _where_it_is(place: Candidate, failure: LoadFailure) -> Iterator[Advice | str]:
    folder = place.path.rpartition("/")[0]
    declared = failure.versions is not None and bool(failure.versions.requirement)
    if place.package and (declared or place.package in LOAD_THEIR_OWN):
        yield f"import {place.package} first: its import loads {failure.wanted}"
    yield Advice("let the loader look there", f"export LD_LIBRARY_PATH={folder}")


# ---- one that is there and is none --------------------------------------------------------------


def _unfit_summary(failure: UnfitFile) -> str:
    path = failure.path
    if failure.kind == "pointer":
        return f"{path} is there, but it is a pointer of git-lfs, not the library itself"
    if failure.kind in ("machine", "class"):
        return f"{path} is there, but it is made for {failure.machine}, not for {failure.here}"
    words = {
        "empty": "it is empty",
        "text": "it is a text file",
        "cut": "it is cut off",
        "no-library": "it is an ELF file of another kind, no shared library",
    }
    return f"{path} is there, but {words.get(failure.kind, 'it is no library that can be loaded')}"


def _unfit_evidence(failure: UnfitFile) -> Iterator[str]:
    if failure.wanted_by:
        yield f"it is needed by {failure.wanted_by}"
    if failure.kind == "pointer" and failure.detail:
        yield f"the library that belongs there has {int(failure.detail):,} bytes"
    elif failure.kind == "cut" and failure.detail:
        yield f"{int(failure.detail):,} bytes are missing at its end"
    elif failure.kind == "text" and failure.detail:
        yield f"it begins with {failure.detail!r}"
    elif failure.kind in ("machine", "class"):
        yield 'the loader says "no such file" of it as well, or "wrong ELF class"'
    if failure.package:
        yield f"it belongs to {failure.package}"


def _unfit_advice(failure: UnfitFile) -> Iterator[Advice | str]:
    folder = failure.path.rpartition("/")[0] or "."
    name = failure.package.partition(" ")[0]
    if failure.kind == "pointer":
        yield Advice("fetch the files that the pointers stand for", f"git -C {folder} lfs pull")
    elif failure.kind in ("machine", "class"):
        yield f"install {name or 'the package'} for {failure.here}, the processor here"
    elif name:
        yield f"install {name} again: its file is damaged"
    else:
        yield "copy, download or build the file again"
