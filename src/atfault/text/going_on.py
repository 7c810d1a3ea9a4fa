"""What the lines round a complaint add to it: a list below, the variable that a message names, how
much of a download came."""

import re
from collections.abc import Sequence

from atfault.model.findings import SourceLine
from atfault.text.lines import LogLine

MAX_LISTED = 12
_PROGRESS = re.compile(r"\s(?P<came>\d[\d.]{0,9})/(?P<all>\d[\d.]{0,9}) (?P<unit>[kMG]?B)\s")
_ASKS = re.compile(r"^ {1,40}(?:The user requested |\S{1,100} \S{1,60} depends on )")
_ASKED = re.compile(r"pkg-config (?:--?[\w-]{1,40} ){1,6}([\w.+-]{1,60})")
_VARIABLE = re.compile(
    r"set (?:the )?[`'\"](?P<name>[A-Z][A-Z0-9_]{3,60})[`'\"] environment variable"
)


def listed(lines: Sequence[LogLine], at: int) -> str:
    """What stands below a line as a list: "  - python=3.12"."""
    found = []
    for line in lines[at + 1 : at + MAX_LISTED]:
        text = line.text.strip()
        if text and not text.startswith("- "):
            break
        found += [text[2:].strip()] if text else []
    return ", ".join(found)


def asked_below(lines: Sequence[LogLine], at: int) -> tuple[SourceLine, ...]:
    """Who asks for what, as pip tells it below the line that says that it does not fit."""
    near = lines[at + 1 : at + MAX_LISTED]
    return tuple(SourceLine(one.number, one.text) for one in near if _ASKS.search(one.text))


def cut_off(lines: Sequence[LogLine], at: int) -> str:
    """How much of a download came, "2.3 of 2.4 GB", where pip's progress right above ends early."""
    for line in lines[max(0, at - 2) : at]:
        match = _PROGRESS.search(line.text)
        if match is not None and match["came"] != match["all"]:
            return f"{match['came']} of {match['all']} {match['unit']}"
    return ""


def asked_above(lines: Sequence[LogLine], at: int) -> str:
    """The package that pkg-config was asked for above a line."""
    for line in reversed(lines[max(0, at - MAX_LISTED) : at]):
        match = _ASKED.search(line.text)
        if match is not None:
            return match[1]
    return ""


def with_next(match: re.Match[str], text: str, lines: Sequence[LogLine], at: int) -> re.Match[str]:
    """The match of a message that ends where its line does and lacks a part: of the line and the
    next, where that has it."""
    if None not in match.groupdict().values() or match.end() < len(text) or at + 1 >= len(lines):
        return match
    longer = match.re.search(f"{text.rstrip()} {lines[at + 1].text.strip()}")
    if longer is None or longer.start() != match.start() or longer.end() <= match.end():
        return match
    return longer


def variable_named(lines: Sequence[LogLine], at: int) -> str:
    """The environment variable that a message names, which says where a library is."""
    match = _VARIABLE.search(" ".join(line.text.strip() for line in lines[at : at + 4]))
    return "" if match is None else match["name"]
