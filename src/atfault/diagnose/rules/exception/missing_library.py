"""missing-library: an import failed as the dynamic loader did not find a library."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.raised import failed_import, own_lines_of, title_of
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.loading import LoadFailure

MAX_SHOWN = 3


@rule("missing-library", family="exception", plain_title=True)
def missing_library(case: Case) -> Iterator[Finding]:
    """An import failed as the dynamic loader did not find a shared library.

    The message names the library alone. Which file wants it (often not the one that was imported,
    but a library that it needs), where the loader looked, and whether the library lies elsewhere on
    this machine or in another version, is read from the files.

    What to do: install the package that brings this very version, or reinstall the one that wants
    it so that it fits what is installed. LD_LIBRARY_PATH makes the loader look in one more folder.
    """
    failure = case.load_failure
    if isinstance(failure, Absent) or failure.problem not in ("library", "machine"):
        return
    if failure.problem == "library" and not (
        failure.wanted_by or failure.found or failure.other_versions
    ):
        return  # the traceback says as much
    error = failed_import(case)
    yield Finding(
        cause="missing-library",
        summary=_summary(failure),
        confidence="certain",
        title=title_of(case),
        blame=() if error is None else own_lines_of(error, case),
        evidence=tuple(map(Evidence, _evidence(failure))),
        advice=tuple(_advice(failure)),
    )


def _summary(failure: LoadFailure) -> str:
    wanted_by = base(failure.wanted_by)
    if failure.problem == "machine":
        made = f"made for {failure.machine}" if failure.machine else "no library that can be read"
        return f"{failure.wanted} is there, but it is {made}"
    if not wanted_by:
        return f"{failure.wanted} was not found"
    return f"{wanted_by} needs {failure.wanted}, which was not found"


def _evidence(failure: LoadFailure) -> Iterator[str]:
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
    if failure.searched and not failure.found:
        shown = ", ".join(failure.searched[:6])
        more = len(failure.searched) - 6
        yield f"the loader looked in {shown}" + (f" and {more} more" if more > 0 else "")


def _advice(failure: LoadFailure) -> Iterator[Advice]:
    usable = [one for one in failure.found if not one.why_not]
    if failure.problem == "machine":
        yield Advice("install the package for this processor")
    elif usable:
        folder = usable[0].path.rpartition("/")[0]
        yield Advice("let the loader look there", f"export LD_LIBRARY_PATH={folder}")
    elif failure.other_versions:
        yield Advice(
            f"install the version that brings {failure.wanted}, or the build of "
            f"{base(failure.wanted_by) or 'the package'} for the version that is there"
        )
    else:
        yield Advice(f"install the package that brings {failure.wanted}")


def base(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]
