"""missing-symbol: an import failed as no library has a symbol that a file wants."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.raised import failed_import, own_lines_of, title_of
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.loading import LoadFailure
from atfault.model.state import PythonInfo

MAX_SHOWN = 3
PYTHON_API = ("Py", "_Py")


@rule("missing-symbol", family="exception", plain_title=True)
def missing_symbol(case: Case) -> Iterator[Finding]:
    """An import failed as the dynamic loader found a symbol, or a version of one, nowhere.

    The file was built against another version of a library than the one that is loaded now. The
    message names one symbol, in its mangled form. The finding gives its name, what else is missing,
    and the library that has nearly the same: with other arguments (the library has changed since),
    or with the other of the two kinds of std::string (the two were built with different settings of
    _GLIBCXX_USE_CXX11_ABI).

    What to do: install versions of the two packages that belong together, or build the one that
    wants the symbol against the other as it is installed.
    """
    failure = case.load_failure
    if isinstance(failure, Absent) or failure.problem not in ("symbol", "version"):
        return
    error = failed_import(case)
    python = case.process.python
    is_version = failure.problem == "version"
    yield Finding(
        cause="missing-symbol",
        summary=_version_summary(failure) if is_version else _summary(failure),
        confidence="certain",
        title=title_of(case),
        blame=() if error is None else own_lines_of(error, case),
        evidence=tuple(map(Evidence, _evidence(failure, python))),
        advice=tuple(_advice(failure, python)),
    )


def _version_summary(failure: LoadFailure) -> str:
    library = _base(failure.lacking[0]) if failure.lacking else "the library"
    return (
        f"{_base(failure.wanted_by)} needs {failure.wanted} of {library}, which is too old for it"
    )


def _summary(failure: LoadFailure) -> str:
    name = failure.name or failure.wanted
    return f"{_base(failure.wanted_by)} needs {name}, which none of its libraries has"


def _evidence(failure: LoadFailure, python: PythonInfo | Absent) -> Iterator[str]:
    if failure.wanted_by:
        yield f"it is wanted by {failure.wanted_by}"
    if failure.name:
        yield f"its linkage name is {failure.wanted}"
    if failure.problem == "version" and failure.lacking:
        yield f"the library that was taken is {failure.lacking[0]}"
    if _is_of_python(failure):
        this = "this Python" if isinstance(python, Absent) else f"Python {python.version_text}"
        yield f"it is of Python's own C API: the file was built for another version than {this}"
    for near in failure.near[:MAX_SHOWN]:
        if near.nearness == "abi":
            yield f"{near.library} has it with the other kind of std::string: {near.name}"
        else:
            yield f"{near.library} has {near.name}"
    if not failure.near and failure.problem == "symbol" and failure.lacking:
        yield f"the libraries it is linked with: {', '.join(map(_base, failure.lacking))}"
    if failure.also_missing:
        shown = ", ".join(failure.also_missing[:MAX_SHOWN])
        yield f"{failure.also_missing_count} more symbols are missing, such as {shown}"
    for one in failure.found[:MAX_SHOWN]:
        yield f"{one.path} has it" + (f", but {one.why_not}" if one.why_not else "")


def _advice(failure: LoadFailure, python: PythonInfo | Absent) -> Iterator[Advice]:
    wants = _base(failure.wanted_by)
    if failure.problem == "version":
        library = _base(failure.lacking[0]) if failure.lacking else "the library"
        if failure.found:
            folder = failure.found[0].path.rpartition("/")[0]
            yield Advice("let the loader take the newer one", f"export LD_LIBRARY_PATH={folder}")
        yield Advice(f"install a newer {library}, or a build of {wants} for an older system")
    elif _is_of_python(failure):
        yield Advice(f"install a build of {wants} for this version of Python")
    elif any(near.nearness == "abi" for near in failure.near):
        library = _base(failure.near[0].library)
        yield Advice(
            f"build {wants} with the setting of _GLIBCXX_USE_CXX11_ABI that {library} was built "
            "with, or install builds of both that belong together"
        )
    else:
        library = _base(failure.near[0].library) if failure.near else "the libraries it needs"
        yield Advice(f"install versions of {wants} and {library} that belong together")


def _is_of_python(failure: LoadFailure) -> bool:
    return failure.problem == "symbol" and failure.wanted.startswith(PYTHON_API)


def _base(path: str) -> str:
    return path.rpartition("/")[2]
