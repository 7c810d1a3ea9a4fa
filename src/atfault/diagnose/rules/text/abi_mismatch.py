"""abi-mismatch: parts that were built in ways that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.given import Hit


@rule("abi-mismatch-of-build", family="text", causes=("abi-mismatch",), plain_title=True)
def abi_mismatch_of_build(case: Case) -> Iterator[Finding]:
    """Parts of a program were built by different compilers, for different machines, or with
    different settings, and do not fit together.

    Debug against release of Microsoft's library (_ITERATOR_DEBUG_LEVEL), intermediate code of
    another gcc (LTO), a Fortran module of another gfortran, a crate of another rustc, an object for
    another processor, an extension module for another numpy.

    What to do: build them all anew with one compiler and one setting, or take builds of both that
    belong together.
    """
    for given, hit in first_of(case, "abi"):
        yield told(given, hit, _summary(hit), advice=_advice(hit))


def _summary(hit: Hit) -> str:
    subject, wanted, have = hit.subject, hit.wanted, hit.found
    return {
        "msvc-mismatch": f"objects were built with different {subject}: {have} and {wanted}",
        "lto": f"an object was made by another gcc (LTO version {have} instead of {wanted})",
        "machine": f"{subject or 'an object'} is for another kind of machine",
        "fortran-module": f"the module {subject} was made by another gfortran",
        "rust-crate": f"the crate {subject} was compiled by another rustc",
        "numpy": f"an extension module was built for another numpy ({subject} has {have} bytes, "
        f"not {wanted})",
        "numpy-1": "an extension module was built for numpy 1, and runs with numpy 2",
        "numpy-api": f"an extension module was built for a newer numpy (C-API {wanted}) than there "
        f"is ({have})",
        "loaded": f"{subject} {have} was loaded by what was built with {subject} {wanted}",
        "cuda": f"CUDA {have} would build, and torch was built with CUDA "
        f"{wanted or 'of another version'}",
    }.get(hit.why, "parts were built by different compilers")


def _advice(hit: Hit) -> Iterator[str]:
    if hit.why.startswith("numpy"):
        yield (
            "install a release of the package that was built for the numpy that is here, or the"
            " numpy it wants"
        )
    elif hit.why == "cuda":
        yield (
            "take the CUDA toolkit of that version (CUDA_HOME), or a torch for the one that is here"
        )
    elif hit.why == "loaded":
        yield f"install {hit.subject} {hit.wanted} or a later one of the same major version"
        yield "an older one that is found first (LD_LIBRARY_PATH, another package's) has to go"
    elif hit.why == "machine":
        yield "build it anew for this machine; an old build folder may hold objects of another one"
    else:
        yield "build all of it anew with one compiler and the same settings"
