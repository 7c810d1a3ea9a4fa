"""Tracebacks as other programs print them → the lines that CPython would have printed.

    IndexError                                Traceback (most recent call last)      IPython
    Cell In[4], line 5
    ----> 5     b[i] = scale(7)
    File ~/lib.py:12, in scale(k)

    >       return self.cells[i]                                                     pytest
    E       IndexError: index 5 is out of bounds for axis 0 with size 5
    src/grid.py:9: IndexError

    ╭──────── Traceback (most recent call last) ────────╮                            rich
    │ /app/hashes.py:5 in <module>                      │
    │ ❱   5 from modules import shared                  │
    ╰───────────────────────────────────────────────────╯
    ImportError: …                                      wrapped to the width of the terminal

    [rank3]: Traceback (most recent call last):         of torchrun, of srun -l ("3: "): what
                                                        stands before this is a mark; of several,
                                                        lines of the first are taken

Lines keep their numbers; what is of no traceback stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from atfault.text.cuda import is_assert
from atfault.text.ends import end_in
from atfault.text.lines import LogLine

MAX_LINES = 600
"""Of one traceback."""
MAX_WRAPPED = 6
MAX_BETWEEN = 12
"""Lines, of which one has the mark of a traceback's first, at most."""
HEAD = "Traceback (most recent call last):"
HEADS = (HEAD, "Fatal Python error: ", "Backtrace for this error:")
_IPYTHON = re.compile(r"(?P<type>[^\W\d][\w.]{0,120}) {2,}Traceback \(most recent call last\)$")
_CELL = re.compile(
    r"(?P<file>(?:Cell |Input )?In ?\[\d{1,6}\])(?:, line (?P<row>\d{1,7}))?"
    r"(?:, in (?P<name>.{1,200}))?$"
)
_FILE = re.compile(
    r"File (?P<file>[^\s:][^:\n]{0,400}):(?P<row>\d{1,7})(?:, in (?P<name>.{1,200}))?$"
)
_OLD_FILE = re.compile(
    r"(?P<file>[^\s:][^:\n]{0,400}?(?:\.\w{1,4}|>))(?P<row>) in (?P<name>.{1,200})$"
)
"""Before IPython 8: the number of the line stands at the arrow alone."""
_HEADERS = (_CELL, _FILE, _OLD_FILE)
_ARROW = re.compile(r"-{1,8}> ?(?P<row>\d{1,7}) ?(?P<code>.*)$")
_BOX = re.compile(r"[╭┌]─{2,}.{0,80}Traceback \(most recent call last\).{0,200}[╮┐]$")
_BOXED = re.compile(r"(?P<file>\S.{0,400}?):(?P<row>\d{1,7}) in (?P<name>.{1,200})$")
_BOXED_CODE = re.compile(r"❱ +(?P<row>\d{1,7}) ?(?P<code>.*)$")
_SECTION = re.compile(r"_{3,} (?P<name>\S.{0,200}?) _{3,}$")
_PLACE = re.compile(
    r"(?P<file>\S.{0,400}?\.\w{1,4}):(?P<row>\d{1,7}): ?(?:in (?P<name>.{1,200})|(?P<type>[\w.]*))$"
)
_DEFINED = re.compile(r"\s+(?:async )?def (?P<name>\w{1,200})\(")
_CUT = re.compile(r'  File "[^"\n]{1,400}$')
_REST = re.compile(r'[^"\n]{0,400}", line \d{1,9}, in ')
_CUTS = re.compile(r'  File "|[^\W\d][\w.]{0,200}(?:Error|Exception): ')
MAX_JOINED = 4000
_VALUES = re.compile(r"\s+[│└]")
_TYPED = re.compile(r"[^\W\d][\w.]{0,200}(?:: |:?$)")
_RAISED = re.compile(r"\w{1,80}Error(?:: |$)")


def as_cpython(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The same, with such tracebacks rewritten."""
    lines = _of_first_rank(_unwrapped(lines))
    found: list[LogLine] = []
    at = 0
    while at < len(lines):
        text = lines[at].text.strip()
        read: Callable[[Sequence[LogLine], int], tuple[list[LogLine], int]] | None = None
        if text.endswith("Traceback (most recent call last)") and _IPYTHON.match(text):
            read = _ipython
        elif text[:1] in ("╭", "┌") and _BOX.match(text):
            read = _rich
        elif text.startswith("___") and _SECTION.match(text):
            read = _pytest
        elif text == HEADS[0] and at + 1 < len(lines) and not lines[at + 1].text.strip():
            read = _loguru
        elif text.startswith("[ERROR] ") and _TYPED.match(text[8:]):
            read = _lambda
        made, end = ([], at) if read is None else read(lines, at)
        found += made or lines[at : at + 1]
        at = end if made else at + 1
    return tuple(found)


def _unwrapped(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    """The lines of tracebacks whole, where what was copied had been wrapped at the width of a
    terminal: that a path goes on behind its line tells the width."""
    width = next(
        (
            len(line.text)
            for line, below in pairwise(lines)
            if _CUT.match(line.text) and _REST.match(below.text)
        ),
        0,
    )
    found: list[LogLine] = []
    goes_on = False
    for line in lines:
        if goes_on:
            found[-1] = found[-1]._replace(text=found[-1].text + line.text)
        else:
            found.append(line)
        of_traceback = _CUTS.match(found[-1].text) is not None
        goes_on = 0 < len(line.text) == width and of_traceback and len(found[-1].text) < MAX_JOINED
    return tuple(found)


def _of_first_rank(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    for at, line in enumerate(lines):
        mark = next((line.text.partition(one)[0] for one in HEADS if one in line.text), "")
        bare = mark.strip(" |+") and "Exception" not in mark and mark.rstrip()
        if not bare:
            continue
        near = lines[at + 1 : at + MAX_BETWEEN]
        if any(one.text.startswith(bare) for one in near):
            return tuple(_without_mark(lines, mark))
        of_any = _of_any(mark)
        if len(near) > 1 and all(of_any.match(one.text) for one in near[:2]):  # it has the time
            return tuple(one._replace(text=of_any.sub("", one.text)) for one in lines)
    return lines


def _of_any(mark: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\d+", r"\\d{1,9}", re.escape(mark)))


def _without_mark(lines: Sequence[LogLine], mark: str) -> Iterator[LogLine]:
    bare = mark.rstrip()
    of_any = _of_any(bare)
    for line in lines:
        # A kernel's assertion: whose it is, is read there.
        if of_any.match(line.text) is None or is_assert(line.text):
            yield line
        elif line.text.startswith(bare):
            yield line._replace(text=line.text.removeprefix(bare).removeprefix(mark[len(bare) :]))
        elif end_in(line.text):
            yield line


def _frame(line: LogLine, file: str, row: str, name: str, code: str) -> Iterator[LogLine]:
    name = name.partition("(")[0].strip() or "<module>"
    yield line._replace(text=f'  File "{file}", line {row}, in {name}')
    if code.strip():
        yield line._replace(text=f"    {code.strip()}")


def _ipython(lines: Sequence[LogLine], begin: int) -> tuple[list[LogLine], int]:
    head = _IPYTHON.match(lines[begin].text.strip())
    assert head is not None
    found = [lines[begin]._replace(text=HEAD)]
    place: re.Match[str] | None = None
    for at in range(begin + 1, min(begin + MAX_LINES, len(lines))):
        line = lines[at]
        arrow = _ARROW.match(line.text.strip())
        header = next(filter(None, (one.match(line.text) for one in _HEADERS)), None)
        ends = line.text.startswith(head["type"]) and _TYPED.match(line.text) is not None
        row = place["row"] if place is not None else None
        if place is not None and arrow is not None:
            found += _frame(
                line, place["file"], row or arrow["row"], place["name"] or "", arrow["code"]
            )
            place = None
        elif place is not None and row and (header is not None or ends):
            found += _frame(line, place["file"], row, place["name"] or "", "")
        if ends:
            return [*found, line], at + 1
        place = header or place
    return [], begin


def _lambda(lines: Sequence[LogLine], begin: int) -> tuple[list[LogLine], int]:
    """Of AWS Lambda, which prints the exception above its traceback."""
    end = begin + 2
    if HEAD not in (line.text for line in lines[begin + 1 : end]):
        return [], begin
    while end < min(begin + MAX_LINES, len(lines)) and lines[end].text.startswith("  "):
        end += 1
    error = lines[begin]._replace(text=lines[begin].text.strip()[8:])
    return [*lines[begin + 1 : end], error], end


def _rich(lines: Sequence[LogLine], begin: int) -> tuple[list[LogLine], int]:
    found = [lines[begin]._replace(text=HEAD)]
    place: re.Match[str] | None = None
    for at in range(begin + 1, min(begin + MAX_LINES, len(lines))):
        text = lines[at].text.strip()
        inner = text.strip("│|").strip()
        code = _BOXED_CODE.match(inner)
        if place is not None and code is not None and code["row"] == place["row"]:
            found += _frame(lines[at], place["file"], place["row"], place["name"], code["code"])
            place = None
        elif text[:1] in ("╰", "└"):
            message, end = _wrapped(lines, at + 1)
            return ([*found, message], end) if message is not None else ([], begin)
        place = _BOXED.match(inner) or place
    return [], begin


def _loguru(lines: Sequence[LogLine], begin: int) -> tuple[list[LogLine], int]:
    """Frames with blank lines between, the one that logs marked by ">", and values below the
    names."""
    found, end = [lines[begin]], begin + 1
    while end < min(begin + MAX_LINES, len(lines)):
        text = lines[end].text
        if text[:1] not in (" ", ">", ""):
            return [*found, lines[end]], end + 1
        if text.strip() and not _VALUES.match(text):
            found.append(lines[end]._replace(text=re.sub(r"^> File", "  File", text)))
        end += 1
    return [], begin


def _wrapped(lines: Sequence[LogLine], at: int) -> tuple[LogLine | None, int]:
    """The message below a box, of which a long line goes on in the next."""
    if at >= len(lines) or not _TYPED.match(lines[at].text):
        return None, at
    text, end = lines[at].text, at + 1
    while end < min(at + MAX_WRAPPED, len(lines)) and lines[end].text.strip():
        if len(lines[end - 1].text) < 60:
            break
        text, end = f"{text} {lines[end].text}", end + 1
    return lines[at]._replace(text=text), end


def _pytest(lines: Sequence[LogLine], begin: int) -> tuple[list[LogLine], int]:
    """One test that failed, in pytest's long or short style."""
    found: list[LogLine] = []
    errors: list[LogLine] = []
    code, kind, within = "", "", "<module>"
    end = begin + 1
    for end in range(begin + 1, min(begin + MAX_LINES, len(lines))):
        line = lines[end]
        text = line.text
        if text.startswith(("___", "===", "---")):
            break
        place = _PLACE.match(text.strip())
        if defined := _DEFINED.match(text):
            within = defined["name"]
        if text.startswith("E  "):
            errors.append(line._replace(text=text[1:].strip()))
        elif text.startswith(">"):
            code, errors = text[1:], []
        elif place is not None:
            name, kind = place["name"] or "", place["type"] or kind
            following = lines[end + 1].text if place["name"] and end + 1 < len(lines) else ""
            code = code or (following if following.startswith("    ") else "")
            found += _frame(line, place["file"], place["row"], name or within, code)
            code, within = "", "<module>"
    if not found or not errors:
        return [], begin
    if errors[0].text.startswith('File "'):  # a SyntaxError: its place, its line, a caret below
        typed = (at for at, one in enumerate(errors) if at and _RAISED.match(one.text))
        at = next(typed, 0)
        found += [
            one._replace(text=f"  {'' if n == 0 else '  '}{one.text}")
            for n, one in enumerate(errors[:at])
        ]
        errors = errors[at:]
    named = errors[0].text.partition(":")[0].rpartition(".")[2]
    if kind and named != kind.rpartition(".")[2]:
        errors[0] = errors[0]._replace(text=f"{kind}: {errors[0].text}")
    if not _TYPED.match(errors[0].text):
        errors[0] = errors[0]._replace(text=f"AssertionError: {errors[0].text}")
    return [lines[begin]._replace(text=HEAD), *found, *errors], end
