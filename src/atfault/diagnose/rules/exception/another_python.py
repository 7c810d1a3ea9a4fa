"""python-version: a module was built for another version of Python."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.loading_words import base, python_words, reason_of
from atfault.diagnose.raised import failed_import, own_lines_of, title_of
from atfault.diagnose.rule import rule
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
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
    failure, error = case.load_failure, failed_import(case)
    blame = () if error is None else own_lines_of(error, case)
    if isinstance(failure, OtherPython):
        builds = " and ".join(failure.built_for[:MAX_SHOWN])
        here = failure.running or "the one that imports it"
        what = failure.package or failure.module
        evidence = [
            f"{one} is there, which {here} passes over" for one in failure.files[:MAX_SHOWN]
        ]
        yield Finding(
            cause="python-version",
            summary=f"{failure.module} is there for {builds}, not for {here}",
            confidence="certain" if failure.running else "likely",
            title=title_of(case),
            blame=blame,
            evidence=tuple(map(Evidence, evidence)),
            advice=(Advice(f"install {what} with the Python that is to import it"),),
        )
    elif isinstance(failure, LoadFailure) and reason_of(failure) == "python":
        here = python_words(case, failure)
        wants = base(failure.wanted_by)
        yield Finding(
            cause="python-version",
            summary=f"{wants} was built for another Python than {here}: it needs {failure.wanted}",
            confidence="certain" if case.process.process.executable else "likely",
            title=title_of(case),
            blame=blame,
            evidence=(
                Evidence(f"it is {failure.wanted_by}"),
                Evidence(f"{failure.wanted} is of Python's own C API, and {here} has it not"),
            ),
            advice=(Advice(f"install a build of {wants} for {here}, or build it with that"),),
        )
