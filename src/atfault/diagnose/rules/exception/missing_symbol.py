"""missing-symbol: an import failed as no library has a symbol that a file wants."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from atfault.diagnose.exception.loading_words import (
    base,
    built_words,
    counted_kinds,
    fitting_versions,
    of_owner,
    operator_words,
    owner_of,
    reason_of,
    short,
    versions_words,
)
from atfault.diagnose.exception.raised import failed_import, import_finding
from atfault.diagnose.packages import wheel_of_nvidia
from atfault.diagnose.rule import rule
from atfault.model import roles
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.loading import LoadFailure, MissingSymbol, NoInit

MAX_SHOWN = 4
OF_GCC = {
    f"GLIBCXX_3.4.{number}": gcc
    for number, gcc in zip(range(20, 35), "4.9 5 6 7 7.2 8 9 9.2 9.3 11 12 13 13.2 14 15".split())
}
"""Version of libstdc++'s symbols → the release of gcc that brought it."""
"""Parts of the C library itself: LD_LIBRARY_PATH with another of them breaks every program."""


@rule("missing-symbol", family="exception", plain_title=True)
def missing_symbol(case: Case) -> Iterator[Finding]:
    """An import failed as the dynamic loader found a symbol, or a version of one, nowhere.

    The file was built against another version of a library than the one that is loaded now. The
    message names one symbol, in its mangled form. The finding names all that are missing, and for
    each what the library has in its place: the same with other arguments, or nothing like it (the
    library has changed since), or the same with the other of the two kinds of std::string. Where
    that last is so of all, the cause is `abi-mismatch`; symbols of Python's own make it
    `python-version`. What the metadata of the two packages says of each other stands beside it.

    What to do: install versions of the two packages that belong together, or build the one that
    wants the symbol against the other as it is installed.
    """
    failure = case.load_failure
    if isinstance(failure, NoInit):
        yield import_finding(case, *_no_init(failure))
        return
    if not isinstance(failure, LoadFailure) or failure.problem not in ("symbol", "version"):
        return
    is_version = failure.problem == "version"
    if not is_version and reason_of(failure) not in ("version", "unlinked"):
        return
    summary = _version_summary(failure) if is_version else _summary(failure)
    advice = _advice(failure, case.process.process.executable)
    error = failed_import(case)
    if error is not None and error.is_a("AttributeError"):  # ctypes asked the library itself
        library = failure.wanted_by
        yield import_finding(
            case,
            f"{base(library)} has no {short(failure.name) or failure.wanted}",
            (f"it was asked of {library}",),
            (Advice("see which names it has", f"nm -D --defined-only {shlex.quote(library)}"),),
        )
        return
    yield import_finding(case, summary, _evidence(failure), advice)


def _no_init(failure: NoInit) -> tuple[str, tuple[str, ...], tuple[Advice | str, ...]]:
    """Summary, evidence and advice for a file that is no module of its name."""
    name = failure.function.removeprefix("PyInit_").removeprefix("PyModExport_")
    file = base(failure.file) or f"the file of {name}"
    why = "Python calls the function of the file's own name to make it a module"
    if failure.there:
        built = failure.there[0].removeprefix("PyInit_")
        return (
            f"{file} was built as the module {built}, and is imported as {name}",
            (why, f"it has {', '.join(failure.there)}, and no {failure.function}"),
            (
                f"rename the file to {built} and what follows its first dot, and import that",
                f'or build it as {name}: PYBIND11_MODULE({name}, m), Extension("{name}", …), or '
                "the name of the Cython file",
            ),
        )
    return (
        f"{file} has no {failure.function}: it was built under another name, or as no module",
        (why,),
        (
            f"PYBIND11_MODULE({name}, m), PyInit_{name}, the Extension and the Cython file all need"
            " that name, and CMake's target too (pybind11_add_module)",
            Advice(
                'see under which it was built; in C++ without PyMODINIT_FUNC it lacks extern "C"',
                f"nm -D --defined-only {shlex.quote(failure.file) if failure.file else 'FILE.so'}"
                " | grep PyInit",
            ),
        ),
    )


def _version_summary(failure: LoadFailure) -> str:
    library = base(failure.lacking[0]) if failure.lacking else "the library"
    wants = base(failure.wanted_by) or "what was to be loaded"
    return f"{wants} needs {failure.wanted} of {library}, which is too old for it"


def _summary(failure: LoadFailure) -> str:
    name = short(failure.name) or failure.wanted
    more = len(failure.missing) - 1
    also = f", and {more:,} more like it" if more > 0 else ""
    if not failure.missing and failure.lacking:
        loaded = base(failure.lacking[0])
        return f"{base(failure.wanted_by)} needs {name}, which the {loaded} that was loaded has not"
    nowhere = "which none of its libraries has" if more <= 0 else "which its libraries have not"
    return f"{base(failure.wanted_by)} needs {name}{also}, {nowhere}"


def _evidence(failure: LoadFailure) -> Iterator[str]:
    yield from operator_words(failure)
    if failure.wanted_by:
        yield f"it is wanted by {failure.wanted_by}"
    if failure.name:
        yield f"its linkage name is {failure.wanted}"
    if failure.problem == "version" and failure.lacking:
        newest = f"; the newest that it has is {failure.newest}" if failure.newest else ""
        yield f"the library that was taken is {failure.lacking[0]}{newest}"
        if failure.wanted in OF_GCC:
            yield f"{failure.wanted} came with gcc {OF_GCC[failure.wanted]}"
    owner = owner_of(failure)
    if owner and not failure.lacking:
        yield f"by its name it is of {owner}"
    yield from versions_words(failure.versions)
    if len(failure.missing) > 1:
        yield counted_kinds(failure)
    for one in failure.missing[:MAX_SHOWN]:
        yield from missing_words(one, is_only=one.symbol == failure.wanted)
    if failure.count("abi"):
        yield from built_words(failure.built)
    if failure.problem == "symbol" and failure.lacking and failure.missing:
        yield f"the libraries that should have it: {', '.join(failure.lacking[:MAX_SHOWN])}"
    for candidate in failure.found[:MAX_SHOWN]:
        but = f", but {candidate.why_not}" if candidate.why_not else ""
        yield f"{candidate.path} has it{but}"


def missing_words(one: MissingSymbol, *, is_only: bool) -> Iterator[str]:
    """What there is in the place of a symbol. is_only: the finding has named it."""
    it, near, library = "it" if is_only else short(one.name), short(one.near), base(one.library)
    if one.kind == "abi":
        yield f"{library} has {it} with the other kind of std::string: {near}"
    elif one.kind == "signature":
        yield f"{library} has {near}" + ("" if is_only else f", not {it}")
    elif one.kind == "unlinked":
        yield f"{one.library} has it and is loaded, but is none of those that it is linked with"
    elif not is_only:
        yield f"nothing is like {it}"


def _advice(failure: LoadFailure, executable: str) -> Iterator[Advice | str]:
    wants = base(failure.wanted_by)
    if failure.problem == "version":
        yield from _version_advice(failure, wants)
        return
    if reason_of(failure) == "unlinked":
        library = base(failure.missing[0].library)
        yield f"link {wants} with {library} when it is built (so that it names it as needed)"
        return
    versions = failure.versions
    of_nvidia = wheel_of_nvidia(base(failure.lacking[0])) if failure.lacking else ""
    if versions is None and of_nvidia:
        library = base(failure.lacking[0])
        yield Advice(
            f"another {library} is loaded before the one that belongs to {wants}: see whether a "
            "toolkit's folder is named there, and leave it out",
            "printenv LD_LIBRARY_PATH; unset LD_LIBRARY_PATH",
        )
        yield Advice(
            "or install the wheel of the same CUDA", f"pip install --upgrade '{of_nvidia}'"
        )
        return
    if versions is None:
        library = base(failure.lacking[0]) if failure.lacking else owner_of(failure)
        if not failure.lacking and library:
            yield from of_owner(failure, wants)
        if not library and failure.missing and "-packages/" not in failure.wanted_by:
            yield (
                f"link {wants} with the library that has it when it is built: libraries=[…] of the"
                " Extension, target_link_libraries() of CMake, or -l… behind the objects"
            )
        library = library or "the libraries it needs"
        yield f"install versions of {wants} and {library} that belong together"
        return
    if versions.fit is False:
        yield from fitting_versions(versions, executable)
    else:
        yield (
            f"build {versions.wanting.split()[0]} again, against {versions.providing} as it is"
            " installed, or install releases of both that belong together"
        )


def _version_advice(failure: LoadFailure, wants: str) -> Iterator[Advice | str]:
    library = base(failure.lacking[0]) if failure.lacking else "the library"
    usable = [one for one in failure.found if not one.why_not]
    if usable and not roles.is_c_library(library):
        folder = usable[0].path.rpartition("/")[0]
        yield Advice("let the loader take the newer one", f"export LD_LIBRARY_PATH={folder}")
    if roles.is_c_library(library):
        yield (
            f"install a build of {wants} for an older system (a manylinux wheel), or build it "
            f"here: {library} comes with the system and cannot be replaced by itself"
        )
    else:
        if library.startswith("libstdc++"):
            yield Advice(
                "in conda a newer one can be had; where the system's is still taken first, name "
                "$CONDA_PREFIX/lib in LD_LIBRARY_PATH",
                "conda install -c conda-forge libstdcxx",
            )
        of_what = wants or "the package"
        yield f"install a newer {library}, or a build of {of_what} for an older system"
