"""abi-mismatch: two files that belong together were compiled in ways that do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.exception.loading_words import (
    STRINGS,
    base,
    built_words,
    counted_kinds,
    fitting_versions,
    of_owner,
    operator_words,
    owner_of,
    package_of,
    pip,
    reason_of,
    short,
    string_of,
    versions_words,
)
from atfault.diagnose.exception.raised import import_finding, own_lines_of
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.loading import DllFailed, LoadFailure, NoOperators, OtherNumpy

MAX_SHOWN = 3
_SILENT = re.compile(r"initialization of (\w{1,100}) failed without raising an exception")
FLAGS = {"old": "-D_GLIBCXX_USE_CXX11_ABI=0", "new": "-D_GLIBCXX_USE_CXX11_ABI=1"}


@rule("abi-mismatch", family="exception", plain_title=True)
def abi_mismatch(case: Case) -> Iterator[Finding]:
    """An import failed as a file and a library that it needs were compiled in ways that do not fit.

    libstdc++ has two kinds of std::string, chosen by _GLIBCXX_USE_CXX11_ABI when a file is
    compiled; each function that takes one has another linkage name by it. A file and a library that
    were compiled with different ones lack each other's symbols, although their versions fit: every
    missing symbol is there, with the other kind. The finding says which file was built with which.
    A module that was built for a debug build of Python, or for numpy 1 where numpy 2 is installed
    (and the other way round), does not fit either.

    What to do: build the one against the other as it is installed, with the same setting, or
    install builds of both that come from the same place. Another version of the same build does not
    help.
    """
    failure, executable = case.load_failure, case.process.process.executable
    yield from _silent_init(case)
    if isinstance(failure, OtherNumpy):
        advice = _numpy_advice(failure, executable)
        yield import_finding(case, _numpy_summary(failure), _numpy_evidence(failure), advice)
    elif isinstance(failure, DllFailed) and failure.kind == "initialization":
        yield _gave_up(case, failure)
    elif isinstance(failure, NoOperators):
        advice, told = _operators_advice(failure, executable), _operators_evidence(failure)
        yield import_finding(case, _operators_summary(failure), told, advice, "likely")
    elif isinstance(failure, LoadFailure) and failure.problem == "symbol":
        reason = reason_of(failure)
        if reason == "abi":
            # By the name alone it may be gone as well.
            sure: Confidence = "certain" if failure.missing else "likely"
            told, advice = _evidence(failure), _advice(failure)
            yield import_finding(case, _summary(failure), told, advice, sure)
        elif reason == "debug-python":
            wants = base(failure.wanted_by)
            yield import_finding(
                case,
                f"{wants} was built for a debug build of Python",
                (
                    f"it is {failure.wanted_by}",
                    f"only the headers of a debug build name {failure.wanted}",
                ),
                (f"build {wants} with the Python that is to import it",),
            )


# ---- std::string --------------------------------------------------------------------------------


def _library(failure: LoadFailure) -> str:
    return next((base(one.library) for one in failure.missing if one.kind == "abi"), "")


def _summary(failure: LoadFailure) -> str:
    wants, library = base(failure.wanted_by), _library(failure)
    if library:
        return f"{wants} and {library} were compiled with different kinds of std::string"
    owner, strings = owner_of(failure), STRINGS[string_of(failure)]
    if owner and failure.versions is None:
        return f"{wants} was built for another {owner}: of another version, or without {strings}"
    return f"{wants} was compiled with {strings}, and the library that it needs with the other"


def _evidence(failure: LoadFailure) -> Iterator[str]:
    yield from operator_words(failure)
    yield from built_words(failure.built)
    yield from versions_words(failure.versions)
    if len(failure.missing) > 1:
        yield counted_kinds(failure)
    for one in failure.missing[:MAX_SHOWN]:
        library = base(one.library) if one.library else "nothing"
        there = short(one.near) if one.near else "anything like it"
        yield f"it wants {short(one.name)}; {library} has {there}"
    if not failure.missing:
        yield f"it wants {short(failure.name)}"
    yield f"the one that the loader named is {failure.wanted}"
    files = [failure.wanted_by, *dict.fromkeys(one.library for one in failure.missing)]
    yield f"the files are {' and '.join(filter(None, files[:MAX_SHOWN]))}"
    if not failure.missing:
        other = owner_of(failure) or "the library"
        yield (
            f"the files are not here: by its name alone the symbol may also be gone, as {other} is "
            "of another version"
        )


def _advice(failure: LoadFailure) -> Iterator[Advice | str]:
    library = _library(failure) or owner_of(failure) or "the library"
    wants = base(failure.wanted_by)
    if failure.versions is not None:
        wants = failure.versions.wanting.partition(" ")[0]
    theirs = failure.built[1].strings if len(failure.built) > 1 else ""
    if not theirs and string_of(failure):
        theirs = "new" if string_of(failure) == "old" else "old"
    if not failure.missing and failure.versions is None:
        yield from of_owner(failure, wants)
    flag = FLAGS.get(theirs, "the same _GLIBCXX_USE_CXX11_ABI")
    yield f"build {wants} again with {flag}, as {library} was"
    yield (
        "or install builds of both from the same place: another version of either does not help, "
        "as long as it is compiled the same way"
    )


# ---- operators of torch -------------------------------------------------------------------------


def _operators_summary(failure: NoOperators) -> str:
    name = failure.package.partition(" ")[0]
    return f"the library of {name} that has {failure.operator} was not loaded into this torch"


def _operators_evidence(failure: NoOperators) -> Iterator[str]:
    yield (
        "such a package catches the error of a library that was built for another torch, and goes"
        " on without its operators"
    )
    yield from versions_words(failure.versions)
    if not failure.checked:
        yield "its files are not on this machine, or it has no native ones"
    else:
        yield f"of its {failure.checked} native files none lacks anything, as far as they tell"


def _operators_advice(failure: NoOperators, executable: str) -> Iterator[Advice | str]:
    name = failure.package.partition(" ")[0]
    yield Advice(
        "see where it runs why the library cannot be loaded", f"atfault explain --module {name}"
    )
    versions = failure.versions
    if versions is not None and versions.fit is False:
        yield from fitting_versions(versions, executable)
    else:
        yield f"install the release of {name} that belongs to that torch"


# ---- a DLL that gives up ----


def _gave_up(case: Case, failure: DllFailed) -> Finding:
    file = base(failure.file)
    told = (
        "the DLLs that it needs were found, and one of them gave up when it was loaded: most often"
        " as the runtime of Visual C++ (msvcp140.dll) that is there is older than the compiler"
    )
    advice = (
        Advice(
            "install the newest runtime of Visual C++, and start anew",
            "winget install Microsoft.VCRedist.2015+.x64",
        ),
        "a msvcp140.dll that another package, or an old conda, brings may be loaded first: import "
        "this one before it, or install an older release that was built with that compiler",
    )
    what = f"{file} was loaded, and gave up as it was initialized"
    return import_finding(case, what, (told,), advice, "likely")


# ---- an init function that fails without an exception ----


def _silent_init(case: Case) -> Iterator[Finding]:
    """What a module does whose C code does not know the numpy, or the Python, that it is loaded
    into: it gives up and sets no exception."""
    for error in case.raised:
        match = None if isinstance(error.message, Absent) else _SILENT.fullmatch(error.message)
        if match is None or not error.is_a("SystemError"):
            continue
        importer = error.frames[0].location.file if error.frames else ""
        package = package_of(importer)
        module = f"{package}'s {match[1]}" if package else match[1]
        advice: list[Advice | str] = ["install releases of it and of numpy that belong together"]
        if package:
            fit = f"let pip choose releases of {package} and numpy that fit this Python"
            advice = [Advice(fit, f"pip install --upgrade {package} numpy")]
        yield Finding.of(
            summary=f"{module} does not fit the numpy, or the Python, that it is loaded into",
            confidence="likely",
            blame=own_lines_of(error, case),
            evidence=(
                "its init function gave up without an exception, as modules do that check numpy's"
                " version and were built for another",
            ),
            advice=advice,
        )
        return


# ---- numpy --------------------------------------------------------------------------------------


def _numpy_summary(failure: OtherNumpy) -> str:
    wants = failure.package or failure.module or _module(failure.wanted_by) or "a module"
    built_for = failure.built_for
    built = built_for if built_for.endswith("numpy") else f"numpy {built_for}"
    there = f"numpy {failure.installed}" if failure.installed else "another one"
    return f"{wants} was built for {built}, and runs with {there}"


def _module(path: str) -> str:
    """The package that a file is of, by its path; else the file's own name."""
    package = package_of(path)
    if package:
        return package
    return f"a module that {base(path)} imports" if path.endswith(".py") else base(path)


def _numpy_evidence(failure: OtherNumpy) -> Iterator[str]:
    if failure.wanted_by:
        is_code = failure.wanted_by.endswith(".py")
        yield f"it is {'imported by ' if is_code else ''}{failure.wanted_by}"
    yield "what is compiled against one of them reads the other's structures at the wrong places"
    if failure.requirement:
        fit = ", which this one is" if failure.fits else ", which this one is not"
        yield f"its metadata asks for {failure.requirement}{'' if failure.fits is None else fit}"


def _numpy_advice(failure: OtherNumpy, executable: str) -> Iterator[Advice | str]:
    name = failure.package.partition(" ")[0]
    if name and failure.installed[:1].isdigit() and "x" not in failure.installed:
        yield Advice(
            f"let pip choose a release of {name} for this numpy, or build {name} again with it",
            f"{pip(executable)} install --upgrade {name} 'numpy=={failure.installed}'",
        )
    else:
        if re.fullmatch(r"[\d.]{3,8}", failure.built_for):
            below = ",<2" if failure.built_for.startswith("1.") else ""
            newer = f"{pip(executable)} install 'numpy>={failure.built_for}{below}'"
            yield Advice("install a numpy that is as new", newer)
        if failure.built_for == "a newer numpy":
            yield Advice("install a newer numpy", f"{pip(executable)} install --upgrade numpy")
        yield "build the module again with the numpy that is installed"
    if failure.built_for.startswith("1.x"):
        yield "or keep the older numpy in this environment: numpy<2"
