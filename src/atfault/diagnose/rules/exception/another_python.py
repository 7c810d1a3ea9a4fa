"""python-version: a module was built for another version of Python."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.loading_words import base, python_words, reason_of
from atfault.diagnose.exception.raised import import_finding
from atfault.diagnose.rule import rule
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.loading import LoadFailure, OtherPython

MAX_SHOWN = 4


@rule("module-for-another-python", family="exception", causes=("python-version",), plain_title=True)
def module_for_another_python(case: Case) -> Iterator[Finding]:
    """An import failed as the module's file was built for another Python.

    The name of the file says for which one (_core.cpython-38-x86_64-linux-gnu.so), and the import
    system passes over all others: "No module named" is what it says of a file that is there. A file
    without such a name is loaded, and lacks a symbol of Python's own C API, as that has changed.

    What to do: install the package with the Python that is to import it, or build it again. Files
    that were copied from another environment cannot be used.
    """
    failure = case.load_failure
    if isinstance(failure, OtherPython):
        builds = " and ".join(failure.built_for[:MAX_SHOWN])
        here = failure.running or "the one that imports it"
        what = failure.package or failure.module
        evidence = [
            f"{one} is there, which {here} passes over" for one in failure.files[:MAX_SHOWN]
        ]
        yield import_finding(
            case,
            f"{failure.module} is there for {builds}, not for {here}",
            evidence,
            (f"install {what} with the Python that is to import it",),
            "certain" if failure.running else "likely",
        )
    elif isinstance(failure, LoadFailure) and reason_of(failure) == "python":
        here = python_words(case, failure)
        wants = base(failure.wanted_by)
        yield import_finding(
            case,
            f"{wants} was built for another Python than {here}: it needs {failure.wanted}",
            (
                f"it is {failure.wanted_by}",
                f"{failure.wanted} is of Python's own C API, and {here} has it not",
            ),
            (f"install a build of {wants} for {here}, or build it with that",),
            "certain" if case.process.process.executable else "likely",
        )
