"""build-error: an error in source code, or of the linker."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, place_words, told
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.given import CAUSE, SUMMARY, Given, Hit


@rule("build-error", family="text", plain_title=True)
def build_error(case: Case) -> Iterator[Finding]:
    """An error in source code or of the linker stopped a build, and nothing better is known of it.

    The quoted line is the first true error: what stands above it are warnings and checks whose
    failure is no failure, what stands below follows from it or only says that something failed. An
    error in a header of the compiler's is told with the line of yours that led there.

    What to do: read the quoted line and the source beside it.
    """
    for given, hit in first_of(case, "compile", "link", "step"):
        ended = not isinstance(given.abort, Absent) or not isinstance(given.stacks, Absent)
        if ended and (hit.rank == SUMMARY or not given.is_build):
            continue  # which says of what it was
        sure: Confidence = "certain" if hit.rank == CAUSE else "likely"
        yield told(
            given, hit, _summary(given, hit), sure, evidence=_evidence(hit), advice=_advice(hit)
        )


def _summary(given: Given, hit: Hit) -> str:
    if hit.rank == SUMMARY:
        return f"it failed, and the text does not say why: {hit.text[:200]}"
    if hit.why == "no-rule":
        return f"{hit.subject} is needed for {hit.wanted}, is not there, and nothing makes it"
    if hit.why == "no-source":
        return f"the source file {hit.subject} is not there"
    if hit.why == "twice":
        return f"{hit.subject} is defined more than once"
    if hit.why == "pic":
        return "an object that was not compiled with -fPIC is linked into a shared library"
    if hit.why == "command":
        return (
            f"a command that CMake ran failed ({hit.subject}), and wrote why into a log of its own"
        )
    if hit.why == "internal":
        return f"the compiler itself failed{place_words(hit.place)}"
    said = _said(hit)
    return f"{said}{place_words(hit.place)}" if said else hit.text[:200]


def _said(hit: Hit) -> str:
    """The message without place and severity."""
    text = hit.text
    if hit.place is not None and hit.place.row:
        for mark in (
            f":{hit.place.row}:{hit.place.column}:",
            f":{hit.place.row}:",
            f"({hit.place.row})",
        ):
            if mark in text:
                text = text.partition(mark)[2]
                break
    return text.strip(" :").removeprefix("fatal ").removeprefix("error: ")[:240]


STRICT = re.compile(
    r"\[-W((?:incompatible-(?:function-)?pointer-types|int-conversion|implicit-(?:int|function-declaration)"
    r"|return-mismatch|declaration-missing-parameter-type))\]"
)
"""What was a warning before: gcc 14 and clang 16 made errors of them (gcc-14/porting_to.html)."""


def _evidence(hit: Hit) -> Iterator[str]:
    if STRICT.search(hit.text):
        yield "GCC 14 and clang 16 take it for an error; for those before it was a warning"
    if hit.user_line is not None:
        yield f"line {hit.user_line.line} names the line of yours that led there"
    if hit.rank == SUMMARY:
        yield "the lines above it may have been cut, or went elsewhere"


def _advice(hit: Hit) -> Iterator[Advice | str]:
    if (strict := STRICT.search(hit.text)) is not None:
        yield "take a newer release of the package, which may have mended it"
        yield Advice(
            "or let it be a warning again: the code may be wrong, all the same",
            f"export CFLAGS=-Wno-error={strict[1]}",
        )
    elif hit.why == "command":
        yield Advice("explain that log", f"atfault explain {shlex.quote(hit.found)}")
    elif hit.why == "pic":
        yield "compile it with -fPIC, or link the shared build of that library"
    elif hit.why == "internal":
        yield "try another version of the compiler, or less optimisation for that file"
    elif hit.rank == SUMMARY:
        yield "give the whole output: build again with -v, and one job at a time"
