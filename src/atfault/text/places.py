"""What stands round a diagnostic: from where it was included or instantiated, by which command.

gcc, above:   In file included from src/main.cpp:1:
                              from src/user.cpp:3,
              /usr/include/c++/12/bits/stl_algo.h: In instantiation of ‘…’:
              src/user.cpp:7:12:   required from here                            the user's line
              /usr/include/c++/12/bits/stl_algo.h:1938:12: error: …
clang, below: /usr/include/…/stl_algo.h:1938:12: error: …
              src/user.cpp:7:8: note: in instantiation of … requested here       the last of these
nvcc, below:  instantiation of "…" at line 12 of src/user.cu
MSVC, below:  src\\user.cpp(7): note: see reference to function template instantiation '…'
"""

import functools
import re
import sys
from collections.abc import Sequence

from atfault.model.findings import SourceLine
from atfault.model.given import TextPlace
from atfault.text.lines import LogLine
from atfault.text.patterns import searched
from atfault.text.shape import Span

ABOVE, BELOW = 60, 120
_INCLUDED = re.compile(
    r"^(?:[^\W\d]\S*(?: \S+){0,5}|\s+\S{2,12}) (?P<file>[^\s:][^:\n]{0,400}\.\w{1,4}|[^\s:]*/[\w.+-]+):(?P<row>\d+)(?::(?P<column>\d+))?[,:，：]$"
)
_REQUIRED = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}):(?P<row>\d+):(?:(?P<column>\d+):)?(?: {2,}| (?=required|recursively|recursively required))\S"
)
_INSIDE = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}):(?: )(?!(?:error|warning|note|fatal)\b)[^\W\d][^‘'«„“`\n]{2,60}[‘'«„“`](?P<function>[^’'»”“\n]{1,400})[’'»”“]"
)
_AT_GLOBAL = re.compile(r"^[^\s:][^:\n]{0,400}: [^\W\d][^:]{4,60}:$")
_REQUESTED = re.compile(
    r"^(?P<file>[^\s:][^:\n]{0,400}):(?P<row>\d+):(?P<column>\d+): note: (?:in instantiation of|while substituting|in evaluation of|during template|required)"
)
_AT_LINE = re.compile(
    r"^\s+(?:instantiation of|processing of) .* at line (?P<row>\d+)(?: of (?P<file>\S+))?"
)
_SEE = re.compile(
    r"^(?P<file>[^\n()]{1,400})\((?P<row>\d+)(?:,(?P<column>\d+))?\): note: (?:see reference to|while compiling)"
)
_NEXT = re.compile(r"(?:^|[: ])(?:fatal )?(?:error|warning)\b[^a-z]*:|\d errors? ")
_SYSTEM = re.compile(
    r"^(?:/usr/(?:local/)?(?:include|lib|lib64|share|go|src)/|/lib/|/opt/(?!.*/src/)|/nix/store|[A-Za-z]:[\\/]Program Files)"
    r"|/include/c\+\+/|/(?:site|dist)-packages/|/\.?cargo/registry/|/go/pkg/mod/|/rustc/[0-9a-f]{8}|/lib/python\d|[\\/]lib[\\/](?:multiprocessing|concurrent|importlib|asyncio|json|subprocess|threading|runpy)\b|/pyenv/|/\.rustup/|^<"
    r"|/pip-build-env-|[\\/](?:site|dist)-packages[\\/]|\.(?:zip|jar)[\\/]|\.framework/|/bits/\w+\.(?:h|tcc)$|/cuda[\w.-]*/(?:targets|include)"
)
_OF_WINDOWS = re.compile(r"(?i)[a-z]:[\\/].{0,300}[\\/]lib[\\/](?P<module>\w{1,60})")
"""A module of the standard library there: C:\\Python312\\Lib\\asyncio\\base_events.py."""
_COMPILER = searched(
    r"(?:^|\s|/)(?:[\w.]+-)*(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|gfortran|f77|f95|nvcc|rustc|cl(?:\.exe)?|icpx?|nvc\+\+|ccache|cython|ld|ar|mpicc|mpicxx)(?:-\d+)?(?:\.exe)?\"? (?=(?:.{0,160}\s)?[-/]\w)"
)


def is_system(file: str) -> bool:
    """Whether a file belongs to the system, a compiler or an installed package."""
    below = _OF_WINDOWS.match(file)
    named = below is not None and below["module"] in sys.stdlib_module_names
    return named or _SYSTEM.search(file) is not None


def is_command(text: str) -> bool:
    """Whether a line is a command that calls a compiler."""
    return _COMPILER.search(text) is not None


def _of(match: re.Match[str]) -> TextPlace:
    column = match["column"] if "column" in match.re.groupindex else None
    return TextPlace(match["file"].strip(), int(match["row"]), int(column) if column else None)


def chain_above(
    lines: Sequence[LogLine], at: int
) -> tuple[tuple[TextPlace, ...], SourceLine | None, str]:
    """(places that led to line `at`, the nearest first; the line that names the user's own one;
    the function it is in)"""
    included: list[TextPlace] = []
    required: list[tuple[TextPlace, LogLine]] = []
    function = ""
    index = at - 1
    while index >= max(0, at - ABOVE) and not lines[index + 1].gap:
        text = lines[index].text.strip("│ ") if "│" in lines[index].text else lines[index].text
        bare = text.strip()
        if (match := _REQUIRED.match(bare)) is not None:
            required.append((_of(match), lines[index]))
        elif (match := _INCLUDED.match(bare)) or (match := _INCLUDED.match(text)):
            included.append(_of(match))
        elif (match := _INSIDE.match(bare)) is not None:
            function = function or match["function"]
        elif not _AT_GLOBAL.match(bare):
            break
        index -= 1
    user = next((one for one in required if not is_system(one[0].file)), None)
    places = [one[0] for one in required] + included
    line = None if user is None else SourceLine(user[1].number, user[1].text.strip())
    return tuple(places), line, function


def chain_below(
    lines: Sequence[LogLine], at: int
) -> tuple[tuple[TextPlace, ...], SourceLine | None]:
    """The same of clang, nvcc and MSVC, which tell it below; the user's own place first."""
    found: list[tuple[TextPlace, LogLine]] = []
    file = ""
    for line in lines[at + 1 : at + BELOW]:
        bare = line.text.strip()
        match = _REQUESTED.match(bare) or _SEE.match(bare)
        if match:
            found.append((_of(match), line))
            continue
        inner = _AT_LINE.match(line.text)
        if inner:
            file = inner["file"] or file
            if file:
                found.append((TextPlace(file, int(inner["row"])), line))
            continue
        if line.gap or _NEXT.search(bare):
            break
    own = [one for one in found if not is_system(one[0].file)]
    if not own:
        return (), None
    last = own[-1]
    rest = tuple(one[0] for one in found if one is not last)
    return (last[0], *rest), SourceLine(last[1].number, last[1].text.strip())


@functools.lru_cache(maxsize=1024)
def _is_compiler(text: str) -> bool:
    """Whether a line has a compiler's command; each is asked for all that is below it."""
    return _COMPILER.search(text) is not None


def command_above(lines: Sequence[LogLine], at: int, block: Span | None, file: str) -> str:
    """The command that printed line `at`; "" where the text does not have it."""
    if block is not None and block.begin + 1 < len(lines):
        near = (block.begin + 1, block.begin - 1)  # ninja -v has told it above as well
        texts = (lines[index].text.strip() for index in near if index >= 0)
        return next(filter(_COMPILER.search, texts), "")
    name = re.split(r"[/\\]", file)[-1]
    for index in range(at - 1, max(-1, at - ABOVE), -1):
        text = lines[index].text.strip()
        if lines[index + 1].gap:
            break
        if _is_compiler(text) and (not name or name in text or " -c" not in text):
            return text
    return ""
