"""Python tracebacks in printed text, as CPython 3.8 to 3.15 writes them.

Exception in thread Thread-1 (work):               who it was; or "Process Process-1:"
Traceback (most recent call last):
  File "nb.py", line 15, in <module>
    main(a[3])
    ~~~~^^^^^^                                     columns, 3.11+
  [Previous line repeated 995 more times]
IndexError: index is out of bounds                 "module.Type", "module.Type: text"
a note                                             more of the message, and notes (3.11+)

The above exception was the direct cause of the following exception:

Traceback (most recent call last):                 the one that nobody caught comes last
…

A group has a margin, in which its parts are numbered:

  + Exception Group Traceback (most recent call last):
  |   File "nb.py", line 3, in <module>
  | ExceptionGroup: several (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: first
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "nb.py", line 9, in work
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | OSError: …
      +------------------------------------

The text may be cut anywhere, mixed with other output, coloured (3.13+ on a terminal), or hostile.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from atfault.model.exception import RaisedException, RaisedFrame
from atfault.model.stacks import Location

MAX_TRACEBACKS = 40
"""The last of them are kept."""
MAX_FRAMES = 200
MAX_LINES = 200_000
MAX_LINE = 10_000
MAX_MORE = 40
"""Lines of a message below its first."""

Origin = Literal["", "thread", "process", "ignored", "asyncio", "logging"]
"""Who printed it: "" is the interpreter at its end, as far as can be told."""

_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_HEAD_END = "Traceback (most recent call last):"
_HEAD = re.compile(
    r"([^|+]{0,80}?)(?:Original )?(?:Exception Group )?Traceback \(most recent call last\):$"
)
_FRAME = re.compile(r'  File "([^"\n]{1,4096})", line (\d{1,9})(?:, in (.{1,500}))?$')
_REPEATED = re.compile(r"  \[Previous line repeated (\d{1,9}) more times?\]$")
_ERROR = re.compile(r"([^\W\d][\w.<>]{0,300}(?:\(\w{1,80}\))?)(?:: ?(.*))?$")
_LINKS = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}
_BLOCK = re.compile(r"  \+ (.*)$")
_IN_BLOCK = re.compile(r"  (?:[|+]|  )")
_PART = re.compile(r"\+-(?:\+-)?-{3,20} (?:\d{1,9}|\.\.\.) -{3,20}$")
_CARETS = re.compile(r"( *)([~^])[ ~^]*$")
_BEFORE: tuple[tuple[re.Pattern[str], Origin], ...] = (
    (re.compile(r"Exception in thread (.{1,200}):$"), "thread"),
    (re.compile(r"Process (.{1,200}):$"), "process"),
    (re.compile(r"Exception ignored (.{1,1000})$"), "ignored"),
    (
        re.compile(r"(Task exception was never retrieved|Exception in callback .{0,999})$"),
        "asyncio",
    ),
    (re.compile(r"(--- Logging error ---)$"), "logging"),
)
_BEGINS = ("Exception ", "Process ", "Task ", "--- ")
"""How each of them begins."""
_WRITTEN_AGAIN = "Exception ignored in: '"
"""Cython's, which has printed the same traceback right above (__Pyx_WriteUnraisable)."""
_SYNTAX = ("SyntaxError", "IndentationError", "TabError")
_QUOTES = '"""'
"""multiprocessing and concurrent.futures print the traceback of another process between these."""
_MAX_DEPTH = 8
_GAP = 6
"""Lines between an exception and the words that tie it to the next, at most."""


class Printed(NamedTuple):
    """One traceback, with those that it came from."""

    exceptions: tuple[RaisedException, ...]
    """exceptions[0] was printed last: it is what the others led to."""
    origin: Origin = ""
    name: str = ""
    """Of the thread or process."""
    is_last: bool = False
    """No other text follows."""

    @property
    def error(self) -> RaisedException:
        return self.exceptions[0]


class _Node:
    """An exception with those that belong to it, as it is being read."""

    def __init__(self, error: RaisedException, end: int) -> None:
        self.error = error
        self.end = end
        """The line behind it."""
        self.origin: _Node | None = None
        self.link = ""
        """"cause" or "context"."""
        self.parts: list[_Node] = []


def tracebacks(text: str) -> tuple[Printed, ...]:
    """The tracebacks in `text`, in order: the last MAX_TRACEBACKS of them. Never fails."""
    lines = [line[:MAX_LINE] for line in _COLOURS.sub("", text).splitlines()[-MAX_LINES:]]
    last = max((at for at, line in enumerate(lines) if line.strip()), default=-1)
    found: list[Printed] = []
    for node, origin, name in _chains(lines, 0):
        is_last = node.end > last
        found.append(Printed(_flattened(node), origin, name, is_last))
        del found[:-MAX_TRACEBACKS]
    return tuple(found)


def _chains(lines: list[str], depth: int) -> Iterator[tuple[_Node, Origin, str]]:
    """The exceptions that nothing follows from, with who printed them."""
    last: _Node | None = None
    link = ""
    origin: Origin = ""
    name = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        announced = _announced(line)
        if line in _LINKS:
            if last is not None and not _is_near(lines, last.end, at):
                yield last, origin, name
                last = None
            last = last or _bare_above(lines, at)
            link = _LINKS[line] if last is not None else ""
            at += 1
        elif announced is not None:
            if last is not None:
                of_cython = last.end == at and line.startswith(_WRITTEN_AGAIN)
                yield last, "ignored" if of_cython else origin, name
            last, link = None, ""
            name, origin = announced
            at += 1
        else:
            node = _exception(lines, at, depth)
            if node is None:
                at += 1
                continue
            if link:
                node.origin, node.link = last, link
            elif last is not None:
                yield last, origin, name
                origin, name = "", ""
            last, link = node, ""
            at = max(node.end, at + 1)
    if last is not None:
        yield last, origin, name


def _announced(line: str) -> tuple[str, Origin] | None:
    """(name, who printed it) of a line that says whose traceback comes next."""
    if not line.startswith(_BEGINS):
        return None
    return next(((m[1], who) for how, who in _BEFORE if (m := how.match(line))), None)


def _is_near(lines: list[str], end: int, at: int) -> bool:
    """Whether no more than quotes and blank lines lie between."""
    between = lines[end:at]
    return len(between) <= _GAP and all(line.strip() in ("", _QUOTES) for line in between)


def _bare_above(lines: list[str], at: int) -> _Node | None:
    """A cause without a traceback of its own, above line `at`."""
    for number in range(at - 1, max(at - 4, -1), -1):
        if lines[number].strip():
            return _error(lines, number, (), 0)
    return None


def _exception(lines: list[str], at: int, depth: int) -> _Node | None:
    """The exception whose traceback begins at line `at`; None when none does."""
    block = _BLOCK.match(lines[at])
    if block and depth < _MAX_DEPTH and _head(block[1]):
        end = at + 1
        while end < len(lines) and _IN_BLOCK.match(lines[end]):
            end += 1
        node = _exception([_without_margin(line) for line in lines[at:end]], 0, depth + 1)
        if node is not None:
            node.end = end
        return node
    head = _head(lines[at])
    if head is None:
        return _syntax_error(lines, at)
    prefix = head[1]
    if prefix:  # of a launcher that marks whose line it is: "[rank0]: "
        rest = [lines[at][len(prefix) :]]
        for number in range(at + 1, len(lines)):
            line = lines[number]
            if not line.startswith(prefix.rstrip()) or _head(line[len(prefix) :]):
                break  # the next one is read by itself
            rest.append(line[len(prefix) :])
        node = _exception(rest, 0, depth + 1) if depth < _MAX_DEPTH else None
        if node is not None:
            node.end += at
        return node
    frames, left_out, behind = _frames(lines, at + 1)
    node = _error(lines, behind, frames, left_out)
    if node is not None and depth < _MAX_DEPTH and node.end < len(lines):
        _read_parts(node, lines, depth + 1)
    return node


def _head(line: str) -> re.Match[str] | None:
    """Of the first line of a traceback; what a launcher marks it with is its group."""
    return _HEAD.match(line) if line.endswith(_HEAD_END) else None


def _without_margin(line: str) -> str:
    """ "  | text" → "text"; what belongs to the parts of a group keeps its own margin."""
    rest = line[2:]
    return rest[2:] if rest.startswith(("| ", "+ ")) else "" if rest == "|" else rest


def _syntax_error(lines: list[str], at: int) -> _Node | None:
    """One in the program itself is printed without a head."""
    match = _FRAME.match(lines[at])
    if match is None or match[3]:
        return None
    for number in range(at + 1, min(at + 5, len(lines))):
        error = _ERROR.match(lines[number])
        if error and error[1] in _SYNTAX:
            frame = RaisedFrame("", Location(match[1], int(match[2])))
            return _error(lines, number, (frame,), 0)
        if not lines[number].startswith("    "):
            break
    return None


def _frames(lines: list[str], at: int) -> tuple[tuple[RaisedFrame, ...], int, int]:
    """(the frames from line `at` on, the innermost first; how many are left out; where they end)"""
    frames: list[RaisedFrame] = []
    left_out = 0
    while at < len(lines) and lines[at].startswith("  "):
        match = _FRAME.match(lines[at])
        repeated = _REPEATED.match(lines[at])
        at += 1
        if repeated:
            left_out += int(repeated[1])
        if not match:
            continue
        shown = []
        while at < len(lines) and lines[at].startswith("    "):
            shown.append(lines[at][4:])
            at += 1
        frames.append(_frame(match, shown))
        if len(frames) > MAX_FRAMES:
            del frames[0]
            left_out += 1
    return tuple(reversed(frames)), left_out, at


def _frame(match: re.Match[str], shown: list[str]) -> RaisedFrame:
    """shown: the source line and the carets below it, where they were printed. They count from the
    start of the shown text, whose indentation is gone, so no columns come of them."""
    name = match[3] or ""
    code = shown[0] if shown else ""
    location = Location(match[1], int(match[2]))
    return RaisedFrame(name, location, name, code=code, expression=_marked(shown))


def _marked(shown: list[str]) -> str:
    """The part of a source line that the carets below it mark."""
    carets = _CARETS.match(shown[1]) if len(shown) == 2 else None
    return "" if carets is None else shown[0][len(carets[1]) : len(shown[1].rstrip())]


def _error(
    lines: list[str], at: int, frames: tuple[RaisedFrame, ...], left_out: int
) -> _Node | None:
    """The exception that line `at` names, with the lines of its message."""
    match = _ERROR.match(lines[at]) if at < len(lines) else None
    if match is None:
        return None
    while at + 1 < len(lines) and _FRAME.match(lines[at + 1]):
        # Its message is the traceback of what was raised elsewhere (Ray's RayTaskError).
        within, more, behind = _frames(lines, at + 1)
        raised = _ERROR.match(lines[behind]) if behind < len(lines) else None
        if raised is None:
            break
        frames, left_out = (*within, *frames)[:MAX_FRAMES], left_out + more
        at, match = behind, raised
    end = at + 1
    while (
        end < len(lines)
        and end - at <= MAX_MORE
        and (
            _goes_on(lines[end])
            or (match[2] == "" and lines[end].startswith((" ", "\t")))
            or (match[2] == "" and not "".join(lines[at + 1 : end + 1]).strip())
        )
    ):
        end += 1
    notes = [line for line in lines[at + 1 : end] if line.strip()]
    # The message of multiprocessing's begins on the line below.
    message = match[2] or (notes.pop(0).strip() if match[2] == "" and notes else "")
    error = RaisedException(
        match[1], message, frames, bases=(match[1],), notes=tuple(notes), left_out=left_out
    )
    return _Node(error, end)


def _goes_on(line: str) -> bool:
    """Whether a line may still belong to the message above it."""
    known = line in _LINKS or _head(line) or _BLOCK.match(line) or _PART.match(line)
    return bool(line.strip()) and line != _QUOTES and not known and _announced(line) is None


def _read_parts(group: _Node, lines: list[str], depth: int) -> None:
    """The parts of a group, whose first line is that behind its message."""
    at = group.end
    if not _PART.match(lines[at]):
        return
    part: list[str] = []
    at += 1
    while at < len(lines) and lines[at].startswith("  "):
        line = lines[at][2:]
        if _PART.match(line) and not line.startswith("+-+"):
            group.parts += _part(part, depth)
            part = []
        elif line.startswith("+---"):
            at += 1
            break
        else:
            part.append(line[2:] if line.startswith("| ") else "" if line == "|" else line)
        at += 1
    group.parts += _part(part, depth)
    group.end = at


def _part(lines: list[str], depth: int) -> list[_Node]:
    """The exception of one part: it may have come from another, and have no traceback."""
    node = _error(lines, 0, (), 0)
    if node is not None and node.end < len(lines) and _PART.match(lines[node.end]):
        if depth < _MAX_DEPTH:
            _read_parts(node, lines, depth + 1)
        return [node]
    chains = [found for found, _, _ in _chains(lines, depth)]
    return chains[-1:] or ([] if node is None else [node])


def _flattened(first: _Node) -> tuple[RaisedException, ...]:
    """The exceptions of the tree, which name each other by their place."""
    nodes = [first]
    found = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        error = node.error
        if node.origin is not None:
            place = len(nodes)
            nodes.append(node.origin)
            is_cause = node.link == "cause"
            error = error._replace(cause=place) if is_cause else error._replace(context=place)
        error = error._replace(group=tuple(range(len(nodes), len(nodes) + len(node.parts))))
        nodes += node.parts
        found.append(error)
        at += 1
    return tuple(found)
