"""What the rules about text have in common: the lines to read, the user's own place, the title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atfault.diagnose.packages import ON_PYPI
from atfault.diagnose.packages_elsewhere import IN_ALPINE, IN_HOMEBREW, stem_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Confidence, Evidence, Finding, SourceLine
from atfault.model.given import CAUSE, SUMMARY, Given, Hit, TextPlace
from atfault.text.build_log import MAX_HITS
from atfault.text.messages import BY_WORDS
from atfault.text.places import is_system

MAX_QUOTES = 8
MAX_BLAME = 4
MAX_TEXT = 300
MAX_BEHIND = 20
"""Lines behind the one by which a text ends."""
RESOURCES = ("network", "disk", "memory")
"""What lacks for a while, and may be there again: only what a text ends by is certain."""
WORKLOAD = (
    'install the "Desktop development with C++" workload of the Build Tools for Visual Studio (its'
    " Windows SDK, too), or a wheel"
)


def first_of(case: Case, *kinds: str) -> Iterator[tuple[Given, Hit]]:
    """The text with what failed first in it, where that is of one of these kinds; else nothing."""
    given = case.given
    if not isinstance(given, Absent) and given.first is not None and given.first.kind in kinds:
        yield given, given.first


def told(
    given: Given,
    hit: Hit,
    summary: str,
    confidence: Confidence = "certain",
    *,
    evidence: Iterable[str] = (),
    advice: Iterable[Advice | str] = (),
    cause: str = "",
) -> Finding:
    """The finding about a hit. cause: as `Finding.of` has it."""
    if (hit.rank != CAUSE or hit.why == BY_WORDS) and confidence == "certain":
        confidence = "likely"
    if hit.kind in RESOURCES and confidence == "certain" and not _ends_by(given, hit):
        confidence = "likely"
    if given.check is not None and not given.check.is_named and confidence == "certain":
        confidence = "likely"
    return Finding.of(
        cause=cause,
        summary=summary[:MAX_TEXT],
        confidence=confidence,
        blame=blamed(hit),
        evidence=[Evidence(text, kind="told") for text in (*evidence, *_round(given, hit)) if text],
        advice=advice,
        quotes=quotes_of(hit),
        title=title_of(given, hit),
    )


def _ends_by(given: Given, hit: Hit) -> bool:
    """Whether something failed behind it, or the text ends there."""
    later = any(one.rank == SUMMARY and one.line > hit.line for one in given.hits)
    return later or given.lines - hit.line <= MAX_BEHIND


def title_of(given: Given, hit: Hit) -> str:
    if not given.is_build:
        return "Failed" if hit.kind != "exception" else f"Failed with {hit.subject or 'an error'}"
    return f"Build of {hit.package} failed" if hit.package else "Build failed"


def quotes_of(hit: Hit) -> tuple[SourceLine, ...]:
    """The line to read first, then the user's own line of an instantiation and what belongs to
    it."""
    lines = [SourceLine(hit.line, hit.text), *([hit.user_line] if hit.user_line else []), *hit.more]
    return tuple({line.line: line for line in reversed(lines)}.pop(one) for one in _once(lines))[
        :MAX_QUOTES
    ]


def _once(lines: Sequence[SourceLine]) -> list[int]:
    return list(dict.fromkeys(line.line for line in lines))


def blamed(hit: Hit) -> tuple[Blame, ...]:
    """The user's own places, the most telling first: of an error in a header of the system, from
    where that was instantiated or included."""
    places = [hit.place, *hit.chain] if hit.place is not None else list(hit.chain)
    own = [one for one in places if one is not None and not is_system(one.file)]
    if hit.user_line is not None and hit.chain and (hit.place is None or is_system(hit.place.file)):
        number = hit.user_line.text
        own.sort(
            key=lambda one: (
                not number.startswith((f"{one.file}:{one.row}", f"{one.file}({one.row}"))
            )
        )
    shown = own or [one for one in places if one is not None][:1]
    once = {(one.file, one.row): one for one in reversed(shown)}
    kept = list(reversed(once.values()))[:MAX_BLAME]
    return tuple(Blame(one.file, one.row, one.function, "", column=one.column) for one in kept)


def place_words(place: TextPlace | None) -> str:
    """ " (src/a.c:12)"; "" without one."""
    if place is None:
        return ""
    return f" ({place.file}:{place.row})" if place.row else f" ({place.file})"


def _round(given: Given, hit: Hit) -> Iterable[str]:
    """What was being built, and what the rest of the text is."""
    if given.check is not None:
        one = given.check
        yield f"the check {one.name} failed of: {one.text[:200]} ({one.file}:{one.line})"
        if not one.is_named:
            yield "all checks that failed before it failed of that"
    if hit.target:
        yield f"it was to build {hit.target}"
    if given.followed:
        more = counted(given.followed, "more complaint", "more complaints")
        if len(given.hits) >= MAX_HITS or given.unread[0]:
            more = f"at least {more}"
        yield (
            f"{more} of the text come after it" if given.followed > 1 else f"{more} comes after it"
        )
    ends = [one for one in given.hits if one.rank == SUMMARY and one.line > hit.line]
    if ends:
        last = ends[-1]
        more = f", and {len(ends) - 1} more that only pass it on" if len(ends) > 1 else ""
        yield f"line {last.line} only says that it failed: {last.text[:120]}{more}"


def install(given: Given, package: str, name: str, what: str = "it brings it") -> Advice:
    """To install what has `name`, of which the package of Debian is known, on the log's system."""
    if given.system == "macos":
        known = IN_HOMEBREW.get(package)
        if known:
            return Advice(f"{what} (Homebrew)", f"brew install {known}")
        return Advice("this searches Homebrew for it", f"brew search {stem_of(package)}")
    if given.system == "windows":
        known = stem_of(package)
        return Advice(
            "Windows has no package of it: take a release that has a wheel for this Python "
            "(pip install --only-binary :all: …), or conda-forge's packages, which bring it",
            f"conda install -c conda-forge {known}",
        )
    if given.system == "alpine":
        return Advice(f"{what} on Alpine", f"apk add {IN_ALPINE.get(package, package)}")
    if given.system == "fedora":
        return Advice("this tells which package brings it", f"dnf provides '*/{name}'")
    return Advice(f"{what} on Debian and Ubuntu", f"apt-get install {package}")


def pip_install(module: str) -> str:
    """What pip calls a module, or a tool; "" when it is not known."""
    return ON_PYPI.get(module.lower(), ON_PYPI.get(module.partition(".")[0].lower(), ""))
