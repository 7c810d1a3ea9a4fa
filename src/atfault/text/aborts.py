"""The last words of native code that gives up: text → `AbortText`.

    double free or corruption (!prev)                    glibc (malloc/malloc.c), jemalloc
    *** stack smashing detected ***: terminated          glibc (debug/)
    qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "/…/cv2/qt/plugins" even …

and those of `last_words.tsv` and of `ends.tsv`. The first of them counts, as what comes later may
follow from it; where there is none, or it only passes on that another process failed, that end
which tells most.

Of an illegal instruction, a text names the features of processors.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

from atfault.model.absent import Absent
from atfault.model.given import AbortKind, AbortText, TextPlace
from atfault.text.cuda import cuda_error
from atfault.text.ends import End, consequence_kind, end_in
from atfault.text.libc_messages import HEAP_MESSAGES, overrun_words
from atfault.text.lines import LogLine
from atfault.text.tables import table

MAX_LINE = 4000
NONE = Absent("no last words of native code are in the text")

_HEAP_LINE = re.compile(
    r"(?:\*\*\* Error in `[^']{1,4096}': |[\w./-]{1,200}: |[\w.-]{1,200}\(\d+,0x[0-9a-f]+\) )?("
    + "|".join(re.escape(begin) + rest for begin, rest in HEAP_MESSAGES if rest)
    + r"|malloc\.c:\d{1,6}: .{1,200}|mimalloc: error: .{1,300})(?:: 0x[0-9a-f]{1,16} \*\*\*)?"
)
"""A whole line of a log; the message is its only group."""
_CHECK = re.compile(r"\*\*\* ([^*]{1,60}) \*\*\*: terminated")
_WHAT = re.compile(r"\s{1,4}what\(\): {1,3}(.*)")
_TOLD_AT = re.compile(r"\b(?:file|File) (?P<file>\S[^,\n]{1,300}), line (?P<line>\d{1,7})")
_QT = re.compile(
    r"qt\.qpa\.plugin: Could not (?:load|find) the Qt platform plugin \"(?P<said>\w{0,40})\" in "
    r"\"(?P<folder>[^\"]{0,1000})\""
)
_NO_DISPLAY = re.compile(r"could not connect to display|cannot connect to X server")
MAX_BEFORE = 40
_FEATURE = re.compile(
    r"(?i)\b(avx(?:512\w{0,6}|2)?|fma|bmi[12]|movbe|ssse3|sse4[._][12a]|popcnt|f16c)\b"
)
_LACKING = re.compile(r"compiled to use .{2,60} instructions, but these aren't available")
_INSTEAD = re.compile(
    r"[Ii]nstall (?:the )?[`'\"](?P<name>[\w.-]{2,60})[`'\"] (?:package )?instead"
)


def abort_in(lines: Sequence[LogLine]) -> AbortText | Absent:
    """The first such words in a text, else the end that tells most. Never fails."""
    ends: list[tuple[End, int]] = []
    for at, line in enumerate(lines):
        text = line.text[:MAX_LINE].strip()
        end = end_in(text)
        if end is not None and end.cause:
            ends.append((end, at))
        for read in _READERS:
            if (found := read(text)) is not None:
                found = _with_next(found, lines, at)
                passes_on = found.kind == "cpp" and not found.said and bool(ends)
                if not passes_on and not consequence_kind(found.type, found.said):
                    return found._replace(line=line.number, text=line.text)
    if not ends:
        return NONE
    end, at = min(ends, key=_least_telling)
    found = AbortText(
        "end", 0, "", end.words, end.kind, signal=end.signal, cause=end.cause, sure=end.sure
    )
    return _with_next(found, lines, at)._replace(line=lines[at].number, text=lines[at].text)


def _least_telling(one: tuple[End, int]) -> tuple[bool, int, bool, int]:
    """What others were told to do since one had failed is told last; a signal's own meaning behind
    what somebody says of why."""
    end, at = one
    follows = end.kind == "told-to-end" or end.signal == "SIGTERM"
    return follows, end.rank, end.cause == "unknown", at


def _heap(text: str) -> AbortText | None:
    match = _HEAP_LINE.fullmatch(text)
    if match is not None:
        return AbortText("heap", 0, "", match[1].partition(": 0x")[0])
    match = _CHECK.match(text)
    known = match is not None and overrun_words(match[1])
    return AbortText("check", 0, "", match[1]) if match is not None and known else None


def _of_qt(text: str) -> AbortText | None:
    match = _QT.match(text)
    return match and AbortText("qt", 0, "", match["said"], instead=match["folder"])


def _other(text: str) -> AbortText | None:
    for kind, how, _ in last_words():
        if (match := how.search(text)) is not None:
            parts = match.groupdict()
            place = None
            if parts.get("file"):
                function = parts.get("function") or ""
                place = TextPlace(parts["file"], int(parts["line"]), function=function)
            told = parts.get("said") or "", parts.get("type") or "", place
            return AbortText(kind, 0, "", *told, (parts.get("signal") or "").strip())
    return None


_READERS: tuple[Callable[[str], AbortText | None], ...] = (
    _heap, _of_qt, _other,
)  # fmt: skip


@cache
def last_words() -> tuple[tuple[AbortKind, re.Pattern[str], str], ...]:
    """(kind, pattern, a line that it is for): its groups are fields of `AbortText`, file and line
    those of its place."""
    return tuple(
        (cast(AbortKind, one["kind"]), re.compile(one["pattern"]), one["seen"])
        for one in table("last_words.tsv")
    )


def _with_next(found: AbortText, lines: Sequence[LogLine], at: int) -> AbortText:
    """With the text that stands on the line below: of a C++ exception, of a panic since 1.73."""
    if found.kind == "qt":
        above = "\n".join(line.text for line in lines[max(0, at - 3) : at])
        return found._replace(type="display") if _NO_DISPLAY.search(above) else found
    if found.signal == "SIGABRT":
        return found._replace(lacks=features_lacking(lines[:at]))
    if found.signal == "SIGILL":
        lacks, instead = features_named(lines[:at])
        return found._replace(lacks=lacks, instead=instead)
    following = lines[at + 1].text[:MAX_LINE] if at + 1 < len(lines) else ""
    above = lines[at - 1].text[:MAX_LINE] if at else ""
    if found.kind == "cpp" and (place := _TOLD_AT.search(above)) is not None and not found.place:
        told = TextPlace(place["file"], int(place["line"]))
        return found._replace(said=above.strip(), place=told)
    if found.kind == "cpp" and found.type and not found.said:
        what = _WHAT.match(following)
        if what is None:
            return found
        said = what[1].strip()
        return found._replace(said=said, of_gpu=cuda_error(said) is not None)
    if found.kind == "rust" and not found.said:
        return found._replace(said=following.strip())
    return found


def features_lacking(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Features that a program missed, as it says itself: "… was compiled to use AVX instructions,
    but these aren't available on your machine"."""
    for line in reversed(lines[-MAX_BEFORE:]):
        if _LACKING.search(line.text):
            return tuple(dict.fromkeys(one[1].lower() for one in _FEATURE.finditer(line.text)))
    return ()


def features_named(lines: Sequence[LogLine]) -> tuple[tuple[str, ...], str]:
    """(features of processors, the package to install instead) that the last lines name."""
    text = "\n".join(line.text for line in lines[-MAX_BEFORE:])
    features = dict.fromkeys(match[1].lower() for match in _FEATURE.finditer(text))
    instead = _INSTEAD.search(text)
    return tuple(features), "" if instead is None else instead["name"]
