"""What became of the program that a text is of, which decides what in it may be the cause.

A log that goes on behind what failed tells of a remark: lines of a logger that says INFO, or lines
of the form of those that stood before it. Of a text whose end is a success nothing failed. Where no
reader knows the failure, the lines that tell most by their structure are the answer.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from atfault.model.absent import Absent
from atfault.model.findings import SourceLine
from atfault.model.given import CAUSE, HINT, SUMMARY, AbortText, Given, Hit
from atfault.text.dialects import HEAD
from atfault.text.ends import end_in
from atfault.text.lines import Kept, LogLine
from atfault.text.messages import MAX_MORE, RAISED, REMARK, Said, message_at, messages_in, said_of
from atfault.text.places import is_system
from atfault.text.shape import LISTED_FAILURE

MAX_TAIL = 12
"""Lines at the end, among which one that says "success" is the text's."""
MESSAGE = "message"
"""`AbortText.type` of one that a message tells by its grammar alone."""
MAX_TRIED = 20
"""Messages that are tried."""
MAX_SCORED = 4000
MIN_SCORE = 5
MAX_TOLD = 4
NEAR = (6, 60)
"""Lines before and behind an end in which the places of its stack stand."""
_INFO = re.compile(
    r"\b(?:INFO|DEBUG)\b|(?:^|[\s\]])\[?[I](?=\d{4} | \d{4}-| \S{1,200}\.(?:cc|cpp|cu|h|py):\d)"
)
_SYSTEM = re.compile(
    r"\blib(?:c|m|pthread|stdc\+\+|system_?\w*|python[\d.]*|dyld|gfortran|objc|mpi|open-\w+|jvm)[.-]"
    r"|\b(?:lib/python3|site-packages/ray|ld-linux)|\bjava\.base/|\bat (?:javax?|jdk|sun|scala)\."
)
_APART = re.compile(r"[\s\"'(]")
"""Between the words of a line, of which one may be a path."""
_NUMBER = re.compile(r"0x[0-9a-f]{1,16}|\d[\d.:,%+-]{0,40}")
TRIED_AGAIN = re.compile(
    r"(?i)(?<!max )\bretry(?:ing)?\b(?! count)|\bUP_FOR_RETRY\b"
    r"|\brequeued?\b|\bre-?(?:connect|establish)\w*"
    r"|\btry\w* (?:it )?again\b"
)
_FATAL = re.compile(r"(?i)(?:fatal|panic)\b")
"""Begins what a runtime says as it ends the process, and shows its stacks behind."""
MAX_FRAMES, MAX_ABOVE = 200, 1
"""Lines of a traceback, and those above it that announce it."""
MAX_RAISED = 12
"""Lines of a traceback, above which it may be said that it is tried again."""
_PROMPT = re.compile(r"(?:\S{0,80}[$#>]|\[[^\]\s]{1,40} [^\]]{1,80}\][$#]|>>>|\+) ")
_TYPED = re.compile(
    r"(?:\(\S{1,40}\) )?(?:\S{0,80}(?<!#)[$#%] |\[[^\]\s]{1,40} [^\]]{1,80}\][$#] "
    r"|(?:PS )?[A-Z]:\\[^>]{0,100}>|>>> )\s?\w"
)
"""A prompt, with a command."""
_SHOWS = re.compile(r"[$#%>] *(?:(?:cat|tail|head|less|zcat|Get-Content|echo)\b|\w+ logs?\b)")
"""A prompt, with a command that only shows what was written."""
_GOT_OVER = re.compile(
    r"(?i)\((?:retried|ignored)\)|\b(?:retries|retried|rescued|ignored) *[:=] *[1-9]"
)
"""How a run counts what failed and was got over (Nextflow, Ansible)."""
_SEVERE = (
    (4, re.compile(r"\b(?:fatal|FATAL|Fatal|panic\w*|CRITICAL|EXC_\w+)\b")),
    (3, re.compile(r"(?i)(?:error|exception)\b(?! ?(?:[=:]? ?[\d.]|rate|log|norm|bar))|\bERR!")),
    (2, re.compile(
        r"(?i)\b(?:fail(?:ed|ure)|can(?:not|'t)|could not|unable|denied|invalid|abort\w*"
        r"|kill(?:ed|ing)|crash\w*|terminated|not found|no such|refused|exceeded|died|segfault"
        r"|too (?:large|small|many))\b"
    )),
    (2, re.compile(
        r"\.(?:py|c|cc|cpp|cu|h|[fF]90|rs|go|hs|java|swift|jl)[:(]\d|line \d+ of file"
        r"|\w\.(?:so|dylib|dll)\b"
    )),
)  # fmt: skip
"""(how much it tells, words): severity, what went wrong, a place."""


def with_outcome(given: Given, kept: Kept) -> Given:
    """What was read of a text, with what became of the program; a build's own words have said it of
    a build, and what a sanitizer, the kernel or a debugger tells did happen."""
    at = {line.number: index for index, line in enumerate(kept.lines)}
    told = [hit.line for hit in given.hits if hit.rank in (CAUSE, SUMMARY)]
    told += [] if isinstance(given.abort, Absent) else [given.abort.line]
    given = _unless_ordered(given, kept.lines, at)
    if (well := accounted(kept.lines)) >= 0:
        return _succeeded(given, kept.lines[well])
    if told and all(_is_run_again(kept.lines, at.get(line, 0)) for line in told):
        none = Absent("the same command was run again, and nothing failed")
        return given._replace(first=None, abort=none, outcome="succeeded")
    stacked = -1 if isinstance(given.stacks, Absent) else at.get(given.stacks.line, 0)
    last = max((stacked, *(at.get(line, 0) for line in told)))
    if isinstance(given.sanitizer, Absent) and (well := proved_at(kept.lines, last)) >= 0:
        return _succeeded(given, kept.lines[well])
    proofs = (given.sanitizer, given.stacks, given.kernel)
    if given.is_build and given.first is not None and _is_generic(given.first):
        given = _by_first(given, kept.lines, at)
    failed_build = given.is_build and given.first is not None
    if failed_build or not all(isinstance(one, Absent) for one in proofs):
        passes_on = given.first is not None and given.first.rank == SUMMARY and not given.is_build
        given = given._replace(first=None) if passes_on else given
        by_stacks = not failed_build and isinstance(given.sanitizer, Absent)
        by_stacks = by_stacks and success_at(kept.lines, -1) < 0
        given = _with_message(given, kept.lines) if by_stacks else given
        return given._replace(telling=_told_near(given, kept.lines, at))
    failed = max((at.get(line, -1) for line in told), default=-1)
    success = success_at(kept.lines, failed)
    of_build = -1 if given.last is None or given.first else at.get(given.last.line, -1)
    said = max(success, of_build)
    behind = [] if said < 0 else [one for one in kept.lines[said + 1 :] if _says_failed(one)]
    if behind:
        given = given._replace(outcome="", last=None)
    elif success >= 0:
        return _succeeded(given, kept.lines[success])
    if given.is_build and not behind:
        return given
    first = given.first
    if first is not None and (first.rank == SUMMARY or (first.rank == HINT and first.tool == "")):
        first = None
    end = end_in(kept.lines[failed].text.strip()) if failed >= 0 else None
    is_end = end is not None and end.kind != "says"
    on = failed >= 0 and not is_end and goes_on(kept.lines, failed)
    loose = given.first is not None and given.first.kind in ("network", "disk", "memory")
    if on and (loose or all(_is_retried(kept.lines, at.get(line, 0)) for line in told)):
        none = Absent("what failed is tried again")
        return given._replace(first=None, abort=none, outcome="succeeded")
    telling = most_telling(kept.lines)
    telling = telling or tuple(SourceLine(one.number, one.text.strip()) for one in behind)
    given = _with_message(given, kept.lines, on)
    telling = (*_told_near(given, kept.lines, at), *telling)
    return given._replace(
        first=first,
        outcome="goes-on" if on else given.outcome,
        telling=tuple(dict.fromkeys(telling))[:MAX_TOLD],
    )


def _succeeded(given: Given, line: LogLine) -> Given:
    """What stands before a success may have been expected, or was tried again."""
    none = Absent("the text ends with a success")
    last = SourceLine(line.number, line.text.strip())
    return given._replace(first=None, abort=none, stacks=none, outcome="succeeded", last=last)


def _unless_ordered(given: Given, lines: Sequence[LogLine], at: dict[int, int]) -> Given:
    """Without an end that somebody ordered, where a process had failed by itself before: who had
    started the others ends them then."""
    abort, first = given.abort, given.first
    if isinstance(abort, Absent) or abort.type != "told-to-end" or first is None:
        return given
    failed = first.kind == "exception" and first.rank != SUMMARY and first.line < abort.line
    if not failed or goes_on(lines, at.get(first.line, 0)):
        return given
    return given._replace(abort=Absent("a process had failed before the others were told to end"))


def accounted(lines: Sequence[LogLine]) -> int:
    """The index of the line by which a run succeeded that counts itself what failed in it and was
    got over; -1 for none. Behind it nothing is run, but files of the run may be shown."""
    typed = [at for at, line in enumerate(lines) if _TYPED.match(line.text.strip())]
    for at in (at for at, line in enumerate(lines) if _GOT_OVER.search(line.text)):
        behind = [n for n in typed if n > at]
        end = behind[0] if behind else len(lines)
        near = range(max(0, at - MAX_TAIL), min(at + MAX_TAIL, end))
        well = max((n for n in near if end_in(lines[n].text, ("success",))), default=-1)
        failed = any(map(_is_severe, lines[well + 1 : end]))
        failed = failed or any(_passes_on(lines[n].text) for n in near)
        if well >= 0 and not failed and all(_SHOWS.search(lines[n].text) for n in behind):
            return well
    return -1


def _is_generic(hit: Hit) -> bool:
    """Whether a hit of a build only says that something failed, in words that no row knows."""
    loose = hit.kind == "compile" and hit.place is None and hit.why in ("", "other", "telling")
    return loose or hit.kind in ("step", "exception")


def _by_first(given: Given, lines: Sequence[LogLine], at: dict[int, int]) -> Given:
    """What first failed in a build, by the grammar of its message, where that tells."""
    hit = given.first
    index = -1 if hit is None else at.get(hit.line, -1)
    said = None if index < 0 else said_of(message_at(lines, index))
    if hit is not None and hit.kind == "exception" and said and said.cause == "configuration":
        return given  # told with its place
    if said is None or said.sure != "likely":
        found = _with_message(given._replace(first=None), lines).abort
        told = not isinstance(found, Absent) and found.type == MESSAGE and found.sure == "likely"
        return given._replace(first=None, outcome="failed", abort=found) if told else given
    return given._replace(first=None, outcome="failed", abort=_told(said, lines[index]))


def _told(said: Said, line: LogLine) -> AbortText:
    return AbortText(
        "end", line.number, line.text, f"{said.words}: {said.clause}", MESSAGE, cause=said.cause,
        sure=said.sure, names=said.names, asks=said.asks,
    )  # fmt: skip


def _told_near(
    given: Given, lines: Sequence[LogLine], at: dict[int, int]
) -> tuple[SourceLine, ...]:
    """What stands round an end of the message that tells it, and of places."""
    if isinstance(given.abort, Absent):
        return ()
    index = at.get(given.abort.line, 0)
    rest = _rest_of_message(lines, index) if given.abort.type == MESSAGE else ()
    return (*rest, *_places_near(lines, index))


def _places_near(lines: Sequence[LogLine], at: int) -> tuple[SourceLine, ...]:
    """The lines round an end that name a place in code that is not the system's: those of a stack
    stand in the reports of macOS, HotSpot and Open MPI behind it, and below a panic of Rust."""
    near = lines[max(0, at - NEAR[0]) : at + NEAR[1]]
    told = [one for one in near if _SEVERE[-1][1].search(one.text) and not _SYSTEM.search(one.text)]
    own = [one for one in told if not any(map(is_system, _APART.split(one.text)))]
    return tuple(SourceLine(one.number, one.text.strip()) for one in own[:2])


def _rest_of_message(lines: Sequence[LogLine], at: int) -> tuple[SourceLine, ...]:
    """The lines that an exception's message goes on in: they name what it is about."""
    if not RAISED.match(lines[at].text.strip()):
        return ()
    count = message_at(lines, at).count("\n") + 1
    rest = takewhile(lambda one: bool(one.text.strip()), lines[at + 1 : at + count])
    return tuple(SourceLine(one.number, one.text.strip()) for one in rest)[:2]


def _is_retried(lines: Sequence[LogLine], at: int, above: int = MAX_RAISED) -> bool:
    """Whether it is said that what failed in line `at` is tried again. above: lines before it in
    which that may stand."""
    head = next((n for n in range(at, max(0, at - MAX_FRAMES), -1) if HEAD in lines[n].text), -1)
    begin = at - above if head < 0 else head - MAX_ABOVE
    return any(TRIED_AGAIN.search(line.text) for line in lines[max(0, begin) : at + 4])


def _is_run_again(lines: Sequence[LogLine], at: int) -> bool:
    """Whether somebody typed the command whose output line `at` is once more, further below."""
    above = (line.text.strip() for line in reversed(lines[max(0, at - MAX_SCORED) : at]))
    command = next((text for text in above if _TYPED.match(text)), "")
    return bool(command) and any(line.text.strip() == command for line in lines[at + 1 :])


def goes_on(lines: Sequence[LogLine], at: int, first: int = -1) -> bool:
    """Whether the program writes on behind the line `at` as it did before, up to where something
    ended: behind that writes who tells of it. first: where the same was said first, of a line that
    each rank writes."""
    first = at if first < 0 else first
    told = lines[max(0, first - MAX_SCORED) : first]
    before = {form for line in told if (form := _form(line.text))}
    again = 0
    for line in lines[at + 1 : at + MAX_SCORED]:
        form = _form(line.text)
        if again >= 3:
            return True
        if (end := end_in(line.text.strip())) is not None and end.kind != "success":
            return False
        if form:
            again += 2 if _INFO.search(line.text) else form in before
    return again >= 3


def _with_message(given: Given, lines: Sequence[LogLine], on: bool = False) -> Given:
    """With what a message tells by its grammar, where the text ends by it and no end says more.
    on: the text goes on behind what failed, and only the message of that counts."""
    abort = given.abort
    if not isinstance(abort, Absent) and not (
        abort.kind == "end"
        and (abort.type == "told-to-end" or abort.sure == "possible")
        and (abort.signal or abort.cause in ("unknown", "killed"))
    ):
        return given
    first = given.first
    raised = first.line if first is not None and first.kind == "exception" else 0
    failed = raised > 0 or _ends_somehow(lines)
    end = max((at for at, line in enumerate(lines) if line.text.strip()), default=0)
    told = [
        one for one in messages_in(lines)
        if _says_no_end(lines[one[0]].text) and not _TYPED.match(lines[one[0]].text)
        and (failed or one[3] or one[0] == end)
    ]  # fmt: skip
    last = {said.words: at for at, said, *_ in told}  # each rank says the same
    told.sort(
        key=lambda one: (
            one[1].sure != "likely", not one[2], not one[3], one[1].cause == "killed", one[0]
        )
    )  # fmt: skip
    for at, said, is_raised, _ in told[:MAX_TRIED]:
        number = lines[at].number
        of_first = 0 < raised <= number <= raised + MAX_MORE
        until = last[said.words]
        ends = of_first if on else of_first and not goes_on(lines, at)
        if ends or (not on and _ends_by(lines, at, until, is_raised)):
            whole = said_of(message_at(lines, at)) or said
            told_of = said._replace(names=whole.names, asks=whole.asks)
            return given._replace(abort=_told(told_of, lines[at]))
    return given


def _passes_on(text: str) -> bool:
    end = end_in(text)
    return end is not None and end.kind == "passed-on"


def _says_no_end(text: str) -> bool:
    """Whether a line tells no end, but that there was one, or the signal."""
    end = end_in(text)
    return end is None or end.kind in ("passed-on", "signal")


def _ends_somehow(lines: Sequence[LogLine]) -> bool:
    """Whether some line says that something ended, other than well."""
    ends = (end_in(line.text.strip()) for line in lines[-MAX_SCORED:])
    return any(end is not None and end.kind not in ("success", "says") for end in ends)


def _ends_by(lines: Sequence[LogLine], at: int, until: int, is_raised: bool) -> bool:
    """Whether a text ends by what a message in line `at` says, and another one of its kind in line
    `until`: something ended behind it, or nothing goes on as before, and nobody tries it again.
    Tables, sources and talk may stand behind it."""
    if _is_retried(lines, at, MAX_RAISED if is_raised else 0):
        return False
    if _FATAL.match(lines[at].text):
        return True
    texts = [text for line in lines[until + 1 :] if (text := line.text.strip())]
    behind = list(takewhile(lambda text: not _PROMPT.match(text), texts))
    near = behind if is_raised else behind[: NEAR[1]]
    if any((end := end_in(text)) and end.kind != "success" for text in near):
        return is_raised or not goes_on(lines, until, at)
    return not goes_on(lines, until, at)


def _form(text: str) -> str:
    """What lines of one statement have in common; "" of one that no statement of a log makes."""
    if not text.strip() or text[0].isspace() or _PROMPT.match(text) or "Traceback (" in text:
        return ""
    words = _NUMBER.sub("0", text).split()
    return "" if len(words) < 3 or _SEVERE[1][1].search(text) else " ".join(words[:3])


def is_remark(lines: Sequence[LogLine], at: int) -> bool:
    """Whether a line is only remarked, as the program goes on without what it lacks."""
    behind = lines[at + 1 :]
    return any(one.text.strip() for one in behind) and (
        REMARK.search(lines[at].text) is not None or goes_on(lines, at)
    )


def _is_severe(line: LogLine) -> bool:
    """Whether it says by its words, whatever they are about, that something failed."""
    text = line.text.strip()[:600]
    if REMARK.search(text) or end_in(text, ("success",)):
        return False
    said = said_of(text)
    known = said is not None and said.sure == "likely"
    return known or bool(_SEVERE[0][1].search(text) or _SEVERE[1][1].search(text))


def _says_failed(line: LogLine) -> bool:
    """The same, or that it lists a part that failed."""
    return _is_severe(line) or LISTED_FAILURE.search(line.text) is not None


def success_at(lines: Sequence[LogLine], failed: int) -> int:
    """The index of the line at the end that says that it went well; -1 for none. failed: index of
    the last line that says otherwise."""
    told = [at for at, line in enumerate(lines) if line.text.strip()][-MAX_TAIL:]
    answered = proved_at(lines, failed)
    for at in reversed(told):
        end = end_in(lines[at].text, ("success",)) if at > failed else None
        if end is None or (end.sure == "certain" and at != answered):
            continue
        if end.sure != "likely" or _got_on(lines[:at], failed):
            return at
    return answered


def _got_on(lines: Sequence[LogLine], failed: int) -> bool:
    """Whether the program went on behind the last line of a failure. failed: as in `success_at`."""
    last = max(
        (at for at, line in enumerate(lines) if at > failed and _is_severe(line)), default=failed
    )
    return last < 0 or goes_on(lines, last)


def proved_at(lines: Sequence[LogLine], failed: int) -> int:
    """The same of a line that leaves no doubt: a summary of what was done, of which nothing failed,
    or the shell's answer that the command ended with 0. It is of the same command, and nothing
    severe stands behind it."""
    told = [at for at, line in enumerate(lines) if at > failed and line.text.strip()]
    typed, above = False, lines[failed].text.strip() if failed >= 0 else ""
    for at in told:
        text = lines[at].text.strip()
        asks = above.endswith("echo $?")
        typed = typed or (failed >= 0 and _TYPED.match(text) is not None and "echo $?" not in text)
        if typed:
            return -1
        if at >= told[-MAX_TAIL:][0]:
            end = end_in(text, ("success",))
            if (end is not None and end.sure == "certain") or (asks and text == "0"):
                return -1 if any(map(_is_severe, lines[at + 1 :])) else at
        above = text
    return -1


def most_telling(lines: Sequence[LogLine]) -> tuple[SourceLine, ...]:
    """The one to three lines that tell most of a failure by their structure, the best first; () of
    a text where none does, or that goes on behind the best."""
    lines = lines[-MAX_SCORED:]
    scored = sorted(((_score(lines, at), at) for at in range(len(lines))), reverse=True)
    best = [at for score, at in scored[:3] if score >= MIN_SCORE]
    if not best or goes_on(lines, best[0]):
        return ()
    return tuple(SourceLine(lines[at].number, lines[at].text.strip()) for at in best)


def _score(lines: Sequence[LogLine], at: int) -> float:
    text = lines[at].text.strip()[:600]
    score = sum(much for much, words in _SEVERE if words.search(text))
    if not score:
        return 0
    end = end_in(text)
    if end is not None:
        score += 1 if end.kind == "passed-on" else 3
    if REMARK.search(text):
        score -= 3
    if any(end_in(line.text.strip()) for line in lines[at + 1 : at + 4]):
        score += 2
    return score + 2 * at / len(lines)
