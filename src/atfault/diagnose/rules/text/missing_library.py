"""missing-library: the linker, or a check of the build, did not find a library."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.packages import package_of_library, wheel_of_nvidia
from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, install, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.given import Given, Hit


@rule("missing-library-of-build", family="text", causes=("missing-library",), plain_title=True)
def missing_library_of_build(case: Case) -> Iterator[Finding]:
    """A build needs a library that its linker, pkg-config or CMake did not find.

    The file with the code (libx.so.1) may well be there: to link, the development package is
    needed, which brings libx.so, the headers and the .pc file that pkg-config reads.

    What to do: install the development package; for a library in a folder of its own add that to
    PKG_CONFIG_PATH, CMAKE_PREFIX_PATH or LIBRARY_PATH.
    """
    for given, hit in first_of(case, "library"):
        yield told(
            given, hit, _summary(hit), evidence=_evidence(given, hit), advice=_advice(given, hit)
        )


def _summary(hit: Hit) -> str:
    name = hit.subject or "a library"
    if hit.why == "version":
        have = f", and {hit.found} is there" if hit.found else ""
        return f"{name} {hit.wanted.strip('[]')} is needed{have}"
    if hit.why == "apt":
        return f"apt knows no package {name}"
    if hit.why == "linked":
        return f"the linker did not find the library {name} (-l{name})"
    if hit.why == "python-numpy":
        return f"the headers of numpy were not found by CMake (find_package({name}))"
    if hit.why == "python-embed":
        return "libpython was not found by CMake: the Development component asks for it"
    return f"the library {name} was not found"


def _evidence(given: Given, hit: Hit) -> Iterator[str]:
    if any(one.kind == "tool" and "pkg-config" in one.subject for one in given.hits):
        yield "pkg-config is missing, too: without it none is found"
    if hit.why.startswith("python-") and hit.wanted:
        yield f"missing of it: {hit.wanted}"
    if hit.why == "python-embed":
        yield "Python's own builds for wheels (manylinux) have no libpython, and modules need none"
    if hit.why == "pillow":
        yield "it was switched on, and neither its headers nor the library were found"
    if hit.why == "linked":
        yield f"for -l{hit.subject} it looks for lib{hit.subject}.so and lib{hit.subject}.a"
    if hit.why == "pkg-config" and hit.subject:
        yield f"pkg-config has no {hit.subject}.pc on its path"


def _advice(given: Given, hit: Hit) -> Iterator[Advice | str]:
    package = package_of_library(hit.subject) if hit.subject else ""
    if hit.why == "apt":
        yield Advice(
            "packages have other names in other distributions; this searches",
            f"apt-cache search {hit.subject.rpartition('-')[0] or hit.subject}",
        )
        return
    if hit.why == "python-numpy":
        yield Advice(
            "numpy has to be where the build runs: in build-system.requires of its pyproject.toml, "
            "or, without build isolation, in your environment",
            "python -m pip install numpy",
        )
        return
    if hit.why == "python-embed":
        yield (
            f"an extension module needs find_package({hit.subject} COMPONENTS Interpreter "
            "Development.Module); a program that embeds Python needs libpython (python3-dev)"
        )
        return
    if hit.why == "version":
        yield f"install a release of {hit.subject} that fits"
        return
    if hit.why == "loaded":
        yield Advice(
            "install the package that has it: this searches, once apt-file is installed",
            f"apt-file search /{hit.subject}",
        )
        yield "a library in a folder of its own is found through LD_LIBRARY_PATH"
    elif hit.why == "linked" and hit.subject == "cuda":
        yield Advice(
            "the driver brings it, which build machines lack: link with the toolkit's stub",
            "export LIBRARY_PATH=/usr/local/cuda/lib64/stubs:$LIBRARY_PATH",
        )
    elif hit.why == "linked" and wheel_of_nvidia(f"lib{hit.subject}.so.12"):
        yield Advice(
            "it comes with the CUDA toolkit: tell the linker where that is",
            "export CUDA_HOME=/usr/local/cuda LIBRARY_PATH=/usr/local/cuda/lib64:$LIBRARY_PATH",
        )
    elif package:
        yield install(given, package, f"lib{hit.subject.removeprefix('lib')}.so")
        if hit.wanted:
            yield Advice("or, where it is in a folder of its own", f"export {hit.wanted}=FOLDER")
    elif hit.why == "cmake":
        yield (
            f"install the development package of {hit.subject}, or say where it is: "
            f"-D{hit.subject}_DIR=… or CMAKE_PREFIX_PATH"
        )
    elif hit.why == "linked":
        yield Advice(
            "which package has it is not known here; this searches, once apt-file is installed",
            f"apt-file search /lib{hit.subject}.so",
        )
        yield "a library in a folder of its own is found by -L, or LIBRARY_PATH"
    else:
        yield "install its development package, or add its folder to PKG_CONFIG_PATH"
