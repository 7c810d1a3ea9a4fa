"""missing-tool: a program that the build calls is not there."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.packages import package_of_tool
from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import WORKLOAD, first_of, install, pip_install, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.given import Given, Hit

LIBRARY_TOOLS = ("-config", "_config")
OF_VISUAL_STUDIO = frozenset("cl cl.exe icl link.exe lib.exe rc.exe mt.exe nmake nmake.exe".split())


@rule("missing-tool", family="text", plain_title=True)
def missing_tool(case: Case) -> Iterator[Finding]:
    """A program that the build needs was not found: a compiler, a generator, a script of a library.

    Scripts such as pg_config and curl-config belong to the development package of their library. A
    module that the build itself needs (Cython, setuptools, wheel) counts as a tool, too: without
    build isolation pip installs none of them.

    What to do: install it, or see that it is on PATH where the build runs.
    """
    for given, hit in first_of(case, "tool"):
        name = _name(hit)
        yield told(
            given,
            hit,
            f"{name} is needed{' for the build' if given.is_build else ''}, and was not found",
            evidence=_evidence(given, hit),
            advice=_advice(given, hit),
        )


def _name(hit: Hit) -> str:
    if hit.why == "nvcc":
        return "nvcc (the CUDA toolkit)"
    if hit.why == "macro":
        return f"what brings the macro {hit.subject} to autoconf"
    if hit.why == "backend":
        return f"the build backend {hit.subject}".strip()
    if hit.why == "compiler" and hit.found:
        return f"a compiler ({hit.subject}, {hit.found})"
    wanted = f" {hit.wanted}" if hit.wanted and hit.why in ("msvc", "") else ""
    compiler = " compiler" if hit.why == "compiler" and hit.tool == "cmake" else ""
    return f"{hit.subject}{compiler}{wanted}".strip() or "a program"


def _evidence(given: Given, hit: Hit) -> Iterator[str]:
    base = hit.subject.rpartition("/")[2]
    if base in given.machine.commands:
        yield f"{base} is on PATH here: it is not where the build ran"
    if hit.why == "nvcc":
        yield (
            "packages with CUDA code of their own are compiled with nvcc, which the driver does not"
            " bring"
        )
    if hit.why == "pkg-resources":
        yield "setuptools has dropped pkg_resources: the package was written for an older one"
    if hit.why == "msvc":
        yield "Python on Windows needs Microsoft's compiler to build extension modules"


def _advice(given: Given, hit: Hit) -> Iterator[Advice | str]:
    name = hit.subject
    if hit.why == "msvc" or name.lower() in OF_VISUAL_STUDIO:
        yield WORKLOAD
        return
    if hit.why == "xcode":
        yield Advice("it comes with Apple's command line tools", "xcode-select --install")
        return
    if hit.why == "nvcc" and hit.tool == "cmake":
        yield "install the CUDA toolkit: the driver does not bring nvcc"
        yield Advice(
            "or, where it is installed, say where", "export CUDACXX=/usr/local/cuda/bin/nvcc"
        )
        return
    if hit.why == "nvcc":
        yield (
            "install the CUDA toolkit of the version that torch was built for, and set CUDA_HOME"
            " to it"
        )
        return
    if hit.why == "macro":
        yield from _macro_advice(given, name)
        return
    pypi = pip_install(name)
    package = package_of_tool(name)
    if hit.why in ("module", "backend", "pkg-resources"):
        if pypi:
            quoted = f"'{pypi}'" if "<" in pypi else pypi
            yield Advice("into the environment of the build", f"python -m pip install {quoted}")
        yield (
            "or build with isolation, which installs what the package declares: leave"
            " --no-build-isolation out"
        )
        return
    if hit.tool in ("setuptools-rust", "maturin") or name.lower() in ("rust", "rustc", "cargo"):
        yield "install Rust (rustup.rs has newer releases than a distribution)"
        return
    if package:
        yield install(given, package, f"bin/{name}")
        if pypi and not name.lower().endswith(LIBRARY_TOOLS):
            yield Advice("or from PyPI", f"python -m pip install {pypi}")
    elif name:
        yield f"install what brings {name}, or add its folder to PATH"


MACROS = (
    (("AC_PROG_LIBTOOL", "LT_", "AM_PROG_LIBTOOL", "AC_LIBTOOL"), "libtool"),
    (("PKG_",), "pkg-config"),
    (("AX_",), "autoconf-archive"),
    (("AM_",), "automake"),
    (("AM_GNU_GETTEXT", "AM_ICONV"), "gettext"),
)
"""Beginnings of names → the package of Debian that has them."""


def _macro_advice(given: Given, name: str) -> Iterator[Advice | str]:
    found = [
        (len(one), package) for begins, package in MACROS for one in begins if name.startswith(one)
    ]
    if found:
        yield install(given, max(found)[1], "aclocal", "it has that macro")
    else:
        yield f"find the .m4 file that defines {name}, and install what brings it"
