"""What a crash was, by the stacks that another tool printed and what it told with them."""

from __future__ import annotations

import re

from atfault.diagnose.crash.outsiders import C_API, WITHOUT_GIL
from atfault.diagnose.text.abort_words import BY_SIGNAL
from atfault.model.findings import Confidence
from atfault.model.given import StackText, TextFrame, TextThread
from atfault.model.process import FIRST_64K
from atfault.text.stack_tops import died_of, own_frames

Answer = tuple[str, str, Confidence]
CRASHES = (
    "use-after-free", "file-truncated", "write-to-read-only", "null-dereference", "gil-not-held",
    "bad-code-pointer", "stack-overflow", "python-fatal-error",
)  # fmt: skip
_FORTRAN = re.compile(r"\.[fF](?:90|95|03|08|or|77)?$")
_KNOWS_PYTHON = re.compile(
    r"_?PyEval_|PyGILState_|Py_(?:Bytes)?Main|pymain_|thread_run|t_bootstrap"
)
"""On the stack of a thread that has, or has had, a thread state of Python's."""
_READS_STATE = re.compile(r"_?PyErr_|PyGILState_Release|PyEval_SaveThread|_?PyThreadState_")
"""Functions that follow no pointer before the thread state's own."""
_FILLS = {"d": "Python's debug allocator, or that of MSVC,", "f": "Windows", "5": "jemalloc"}


def crash_told(stacks: StackText) -> Answer | None:
    """(cause, summary, confidence) of what died; None where nothing tells, or nothing died."""
    first = stacks.threads[0] if stacks.threads else None
    if _is_endless(first):
        return "stack-overflow", "the stack was used up: calls went too deep", "likely"
    where = where_in(first)
    frames = first.frames[:12] if first else ()
    ended = [one.frames for one in stacks.threads if one.crashed or one is first]
    died = next(filter(None, map(died_of, ended)), None)
    at_exit = died_of(frames, "exit") if stacks.signal else None
    if died is not None and died[0] != "uncaught-cpp-exception":
        return died
    if died is not None and at_exit is not None:
        return at_exit[0], f"{at_exit[1]}: {died[1]}{where}", at_exit[2]
    if died is not None:
        return died
    found = _of_access(stacks, frames, where) if stacks.signal in (7, 10, 11) else None
    if found is not None:
        return found
    if at_exit is not None:
        return at_exit[0], f"{at_exit[1]}{where}", at_exit[2]
    own = own_frames(first) if first else []
    if stacks.signal == 8 and own and _FORTRAN.search(own[0].file):
        said = f"it died{where}, of a floating-point trap (-ffpe-trap) or of an integer division"
        return "unknown", said, "possible"
    if stacks.signal in BY_SIGNAL:
        cause, what = BY_SIGNAL[stacks.signal]
        return cause, f"{what}{where}", "likely"
    return None


def _of_access(stacks: StackText, frames: tuple[TextFrame, ...], where: str) -> Answer | None:
    """Of memory that may not be used so."""
    top = frames[0] if frames else None
    address = stacks.address
    if top is not None and top.function == "??" and not top.module:
        if top.at is not None and top.at < FIRST_64K:
            said = f"a function pointer that is null was called: it jumped to {top.at:#x}{where}"
            return "bad-code-pointer", said, "likely"
        if stacks.tool in ("gdb", "lldb"):
            said = "what ran was no code of any library: perhaps a wrong function pointer, called"
            return "bad-code-pointer", f"{said}{where}", "possible"
    if stacks.code == "stack-guard":
        said = f"the stack was used up: calls went too deep{where}"
        return "stack-overflow", said, "certain"
    if stacks.fill:
        said = f"freed memory was used: 0x{stacks.fill} is what {_FILLS[stacks.fill[0].lower()]}"
        return "use-after-free", f"{said} leaves there{where}", "likely"
    if stacks.code == "no-page":
        said = f"a page of a mapped file is not there{where}: the file became shorter, or its disk"
        return "file-truncated", f"{said} is full", "possible"
    readable = stacks.protection[:2] == "r-"  # so that a read would have gone well
    if readable and stacks.access != "read":
        said = f"memory that may only be read ({stacks.protection}) was written to{where}"
        return "write-to-read-only", said, "certain" if stacks.access == "write" else "likely"
    if top is not None and top.null:
        return "null-dereference", f"{top.null} is a null pointer{where}", "likely"
    if address is None or address >= FIRST_64K:
        return None
    if top is not None and _is_without_state(frames):
        said = f"{top.function} was called by a thread that has no state of Python's: without the"
        return "gil-not-held", f"{said} GIL{where}", "likely"
    return "null-dereference", f"a null pointer was followed: address {address:#x}{where}", "likely"


def _is_without_state(frames: tuple[TextFrame, ...]) -> bool:
    """Whether a function of Python's that needs the GIL died of a null pointer in a thread that
    does not run Python."""
    name = frames[0].function
    is_api = name.startswith(C_API) and not name.startswith(WITHOUT_GIL)
    knows = any(_KNOWS_PYTHON.match(one.function) for one in frames)
    return is_api and _READS_STATE.match(name) is not None and not knows


def where_in(thread: TextThread | None) -> str:
    """ " in work (a.c:9)": the innermost line of the program's own, else the innermost function."""
    if thread is None or not thread.frames:
        return ""
    own = own_frames(thread)
    if own:
        return f" in {own[0].function} ({own[0].file}:{own[0].row})"
    named = (one.function for one in thread.frames if one.function != "??")
    return f" in {next(named, thread.frames[0].function)}"


def _is_endless(thread: TextThread | None) -> bool:
    """The same function again and again, down to where the printing stopped."""
    if thread is None or len(thread.frames) < 90:
        return False
    names = [one.function for one in thread.frames[5:90]]
    return len(set(names)) <= 4
