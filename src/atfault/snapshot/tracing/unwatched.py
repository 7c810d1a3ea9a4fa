"""Programs that are let go as they are executed, since they would not do under a tracer what they
do without one. A process has one tracer, so beside us these fail:

    debuggers          strace, gdb: their children ask to be traced (PTRACE_TRACEME), or they attach
                       to a process of the same family, as Numba's `gdb()` has them do
    leak checks        the runtime of a sanitizer attaches to all threads of its own process at exit
    who looks          a program that reads who traces it, and does something else then

Such a program, and what it starts from then on, is traced by nobody; so is a process of the family
that a debugger wants.
"""

import os
import re
from collections.abc import Container
from typing import Literal, NamedTuple

from atfault.snapshot import procfs
from atfault.snapshot.tracing.programs import LEAK_CHECKERS, TRACER_PID, Traits

_TRACING = "gdb|gdbserver|lldb|strace|ltrace|py-spy|pystack|rbspy|dlv|rr|wineserver|atfault"
DEBUGGER = re.compile(rf"(.*-)?({_TRACING})(\d[\w.]*|-[\w.-]+)?")
"""Names of programs that trace. Some import no ptrace, being linked statically, or scripts."""
_TELLING = re.compile(rf"(?:\A|[\0/-])(?:{_TRACING})|{TRACER_PID}".encode())
"""What command lines hold that matter: those of other programs are not taken apart, as a script
executes thousands, and waits for each."""
_ON_COMMAND = re.compile(r"(.*-)?(gdb|lldb|wineserver)(\d[\w.]*|-[\w.-]+)?")
"""Of those, the ones that are told whom to attach to once they run."""
_ONLY_TELL = frozenset(("--version", "-v", "-V", "--help", "-h", "--configuration"))
_INTERPRETER = re.compile(r"python[\d.]*")
_NUMBER = re.compile(r"(?:-p|--pid=?|--attach=?|.*\battach\s+)?(\d{1,10})")
_DETECT_LEAKS = re.compile(r"\bdetect_leaks=(\w+)")
_OFF = frozenset(("0", "no", "false"))
_PRELOAD, _ASAN_OPTIONS, _LSAN_OPTIONS = "LD_PRELOAD", "ASAN_OPTIONS", "LSAN_OPTIONS"
_PRELOADED = f"{_PRELOAD}=".encode()
_PLAIN = Traits()
MAX_WORDS = 256
MOST = 1 << 15
"""Bytes of a command line, or an environment, up to which one look will do."""

Reason = Literal["traces", "leak-check", "looks"]


class LetGo(NamedTuple):
    """A program that is not watched any more, nor what it starts."""

    pid: int
    name: str
    reason: Reason
    wanted: int = 0
    """A living process of the family that it attaches to."""
    wants_any: bool = False
    """It attaches on command, and to whom nobody knows yet."""
    checker: str = ""
    """Of a leak check, whose: see Traits."""


def look(pid: int, traits: Traits, family: Container[int]) -> LetGo | None:
    """Whether the program that `pid` has just executed is to be let go; None for nearly all.
    traits: of its file; family: the living processes. Never fails."""
    if traits == _PLAIN:
        command = procfs.glance(f"/proc/{pid}/cmdline", MOST)
        environment = procfs.glance(f"/proc/{pid}/environ", MOST)
        is_whole = len(command) < MOST > len(environment)
        if is_whole and not _TELLING.search(command) and _PRELOADED not in environment:
            return None
    words = procfs.arguments(pid)[:MAX_WORDS]
    name = _name(words)
    if traits.traces or DEBUGGER.fullmatch(name):
        return _debugger(pid, name, words, family)
    checker = _leak_checker(traits, procfs.variables(pid, (_PRELOAD, _ASAN_OPTIONS, _LSAN_OPTIONS)))
    if checker:
        return LetGo(pid, name, "leak-check", checker=checker)
    if traits.looks or any(TRACER_PID in word for word in words):
        return LetGo(pid, name, "looks")
    return None


def _name(words: tuple[str, ...]) -> str:
    """What the program is called. pystack is a script, and `python -m pystack` the same."""
    names = [os.path.basename(word) for word in words[:3]]
    name = names[0] if names else ""
    if not _INTERPRETER.fullmatch(name):
        return name
    script = names[2:3] if words[1:2] == ("-m",) else names[1:2]
    return script[0] if script and DEBUGGER.fullmatch(script[0]) else name


def _debugger(pid: int, name: str, words: tuple[str, ...], family: Container[int]) -> LetGo:
    """The debugger `name`, with whom it is to attach to, as far as its arguments tell."""
    names_something = bool(_ONLY_TELL.intersection(words))
    for word in words[1:]:
        if word in ("--args", "--"):
            names_something = True
            break
        found = _NUMBER.fullmatch(word)
        if found is not None and int(found[1]) != pid and int(found[1]) in family:
            return LetGo(pid, name, "traces", int(found[1]))
        names_something = names_something or found is not None or not word.startswith("-")
    wants_any = not names_something and bool(_ON_COMMAND.fullmatch(name))
    return LetGo(pid, name, "traces", 0, wants_any)


def _leak_checker(traits: Traits, variables: dict[str, str]) -> str:
    """The leak check that is linked to the program, or loaded before it; "" for none, or when it is
    switched off. LSAN_OPTIONS are read after ASAN_OPTIONS."""
    kind = traits.leak_checker
    for path in re.split(r"[:\s]+", variables.get(_PRELOAD, "")):
        found = LEAK_CHECKERS.match(os.path.basename(path))
        if found is not None:
            kind = kind or found["kind"]
    options = variables.get(_LSAN_OPTIONS, "")
    if kind == "asan":
        options = f"{variables.get(_ASAN_OPTIONS, '')}:{options}"
    asked = _DETECT_LEAKS.findall(options)
    return "" if asked and asked[-1] in _OFF else kind
