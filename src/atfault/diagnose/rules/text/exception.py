"""An exception that ended a step of a build, or a traceback of which no more is known."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import TELLING, rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Confidence, Finding


@rule(
    "printed-exception",
    family="text",
    causes=("configuration", "unknown"),
    plain_title=True,
    yields_to=(TELLING,),
)
def printed_exception(case: Case) -> Iterator[Finding]:
    """A traceback says what ended the program, and no rule knows more about that exception.

    In a build it is the package's own setup code that gave up: what its message asks for decides.
    In another program the innermost line of your own is where to look.

    What to do: read the exception's message, and the innermost line that is not of a library.
    """
    for given, hit in first_of(case, "exception"):
        said = ": ".join(filter(None, (hit.subject, hit.found)))
        if given.is_build:
            summary = f"the package's own build code gave up: {said}"
            yield told(given, hit, summary, "likely", advice=("see what its message asks for",))
            return
        advice = ["run it under atfault, which tells more than the traceback: atfault run …"]
        frames = [frame for error in case.raised[:1] for frame in error.frames[:1]]
        if any("-packages/" in frame.location.file for frame in frames):
            advice.append("ask the reporter for the versions: python -m pip freeze")
        lacks = hit.subject == "ModuleNotFoundError"  # Python has looked everywhere it was told to
        cause = "configuration" if lacks else "unknown"
        sure: Confidence = "likely" if lacks else "possible"
        yield told(given, hit, f"it ended with {said}", sure, advice=advice, cause=cause)
