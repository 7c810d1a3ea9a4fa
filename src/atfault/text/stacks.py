"""Stacks that other tools printed.

`stack_dialects.tsv` has how each tool writes them, with an example; `crash_facts.tsv` what is told
beside them: the address, why it could not be used, what an allocator leaves in freed memory.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.given import StackText, TextFrame, TextThread
from atfault.text.lines import LogLine
from atfault.text.patterns import searched
from atfault.text.stack_tops import own_frames
from atfault.text.tables import table
from atfault.text.tracebacks import Printed, tracebacks

MAX_THREADS, MAX_FRAMES, MAX_MAPPINGS, MAX_LINE = 500, 300, 20_000, 1000
_FAULTHANDLER, _PYSTACK, _GDB, _LLDB, _FORTRAN, _TIMEOUT, _GO, _MACOS = (
    "faulthandler", "pystack", "gdb", "lldb", "libgfortran", "pytest-timeout", "Go", "macOS",
)  # fmt: skip
_KERNEL, _SAMPLE, _GLIBC, _TRACEBACK = "the kernel", "sample", "glibc", "a traceback"
_OUTERMOST_FIRST = (_PYSTACK, _TIMEOUT, _SAMPLE, _TRACEBACK)
_OWN_MARKS = {_GDB: "#0 ", _KERNEL: "[<0>] ", _GLIBC: ""}
"""Of tools whose frames are known by themselves: how the first begins."""
_PROCESS = re.compile(
    r"(?i)^(?:[^\w\s]{1,20}\s{0,4})?(?:[\w.:-]{1,40}[ ,]{1,3}){0,2}"
    r"rank[ =:#_]{0,2}(?P<rank>\d{1,6})\b"
    r"(?:\W{1,20}(?:pid|on|host|node|local|world|of|gpu|process|\w{0,40}\d\w{0,40})\b){0,8}\W{0,20}$"
)
"""A heading over the stacks of one rank: it says which, and where it runs."""
_LIBC = re.compile(r"/lib(?:c|pthread)(?:-[\d.]{1,8})?\.so")
MAX_HANDLER = 16
"""Frames of a handler of signals."""
NEAR, MAX_HEADING = 12, 120
"""Lines from such a heading to the first stack below it."""
_PID = re.compile(r"^Process (?P<pid>\d{1,9}): ")
_PLACE = re.compile(
    r"^(?:at )?(?P<file>[^:\s]{1,1000}):(?P<row>\d{1,9})(?: \+0x[0-9a-f]{1,8})?"
    r"(?: \w\w=0x[0-9a-f]{1,16}){0,3}$"
)
"""Of libgfortran's and Go's frames, on the line below."""
_MAPPED = re.compile(
    r"^\[?(?:0x)?(?P<begin>[0-9a-f]{6,16})(?:-|\s{1,20})(?:0x)?(?P<end>[0-9a-f]{6,16})\)?\s{1,12}"
    r"(?:0x[0-9a-f]{1,16}\s{1,12}){0,2}(?P<protection>[r-][w-][x-])[ps]?(?=\s|$)"
)
"""A line of /proc/PID/maps, of gdb's "info proc mappings", or of lldb's "memory region"."""
_LOCK = re.compile(
    r"^- (?:(?P<wants>waiting to (?:re-)?lock|parking to wait for)|locked) {1,4}"
    r"<(?P<lock>\w{1,40})>"
)
"""Of Java's: a lock that the thread holds, or waits for."""
_GIVEN = re.compile(r"\w{1,100}=")
"""The first argument that lldb shows behind a function's name."""
_LISTED = re.compile(
    r"^\s{0,8}(?:->|=>|>)?\s{0,4}(?P<row>\d{1,6})(?:[:|]\s?|\s)(?P<code>.{0,300})$"
)
_NAMED = re.compile(r"[\w.-]{1,100}\.(?:py|pyx|c|cc|cpp|cu|h|rs|go|f90)\b")
_ARGUMENT = re.compile(r"(?:^|, )(?P<name>\w{1,100})=(?P<value>0x[0-9a-f]{1,16})(?=,|$| )")
_SIGNAL = searched(
    r"(?:Program (?:terminated with|received) signal|Thread \d+ .*received signal"
    r"|^Program\w* .{1,40}[Ss](?:ignal|eñal|egnale|inal)"
    r"|stop reason =(?: signal)?|^# |^\[signal|^\*\*\*|^Exception Type: {1,20}EXC_\w+ \("
    r"|^ *ExceptionCode:"
    r"|^(?=SIG\w+: )|^Fatal error\."
    r"|^\[\d+\] signal \d+ \(\d\):|^(?:\[\S{1,80}\] )?Signal:|\[BUG\]) ?"
    r"(?P<name>SIG\w+|EXC_\w+|c0000005|System\.AccessViolation|Segmentation fault|Bus error"
    r"|Aborted)"
)
"""gdb says it in the user's language: "Programm mit Signal SIGSEGV (…) abgebrochen."."""
_FAULT = re.compile(
    r"^(?:\S{1,300}::\S{1,300} )?[.sxFE]{0,100}"
    r"(?:Fatal Python error: |Windows fatal exception: (?=access|int|stack))(?P<said>.*)$"
)
"""pytest has begun a line for the test that runs."""
_SETTING = re.compile(r"PYTHONHOME = '(?P<home>[^'\n]{1,1000})'$")
_LACKS = re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]{1,100})'$")
SIGNALS = {
    "Segmentation fault": 11, "Aborted": 6, "Bus error": 7, "Floating point exception": 8,
    "Floating-point exception": 8, "Illegal instruction": 4, "SIGSEGV": 11, "SIGABRT": 6,
    "SIGBUS": 7, "SIGFPE": 8, "SIGILL": 4, "SIGTRAP": 5, "EXC_BAD_ACCESS": 11,
    "EXC_BAD_INSTRUCTION": 4, "EXC_ARITHMETIC": 8, "access violation": 11,
    "int divide by zero": 8, "c0000005": 11,
    "System.AccessViolation": 11, "EXC_BREAKPOINT": 5, "EXC_CRASH": 6,
}  # fmt: skip


def stacks_in(lines: Sequence[LogLine]) -> StackText | Absent:
    """The stacks in the lines, of all tools, and what is told with them. What died goes first, and
    of that the stack with the program's own native lines; a kernel's stack says what a process
    waits for of which another tool has printed the rest."""
    read = _Reader()
    for line in lines:
        read.line(line)
    found = read.result(listed_code(lines))
    if isinstance(found, Absent) or found.signal:
        return found
    ended = tuple(map(_ended, tracebacks("\n".join(line.text for line in lines))))
    return found._replace(threads=(*found.threads, *(one for one in ended if one is not None)))


def _ended(printed: Printed) -> TextThread | None:
    """The thread that an exception had ended, before others were looked at."""
    if printed.origin not in ("thread", "process"):
        return None
    frames = [
        TextFrame(one.function, one.location.file, one.location.line, code=one.code)
        for one in printed.error.frames
    ]
    message = printed.error.message
    said = printed.error.type + ("" if isinstance(message, Absent) else f": {message}"[:200])
    return TextThread(printed.name, tuple(frames), ended=said) if frames else None


class _Reader:
    """The state of reading lines in order."""

    def __init__(self) -> None:
        self.message, self.signal = "", 0
        self.home = self.lacks = ""
        self.facts: dict[str, str] = {}
        self.mappings: list[tuple[int, int, str]] = []
        self.head: LogLine | None = None
        self.threads: list[TextThread] = []
        self.process, self.heading = "", (0, "")
        self.margin, self.behind = 0, False

    def line(self, line: LogLine) -> None:
        text = line.text.strip()
        self._what_is_told(text, line)
        started = _thread(text, line)
        if started is not None:
            self._start(started, line)
            return
        threads = self.threads
        tool = threads[-1].tool if threads else ""
        frames = threads[-1].frames if threads else ()
        if frames and tool in (_FORTRAN, _GO) and (place := _PLACE.match(text)) is not None:
            self._last(frames[-1]._replace(file=place["file"], row=int(place["row"])))
        if threads and (lock := _LOCK.match(text)) is not None:
            held, wanted = threads[-1].holds, threads[-1].wants
            held, wanted = (
                (held, lock["lock"]) if lock["wants"] else ((*held, lock["lock"]), wanted)
            )
            threads[-1] = threads[-1]._replace(holds=held, wants=wanted)
        found = _frame(text, tool)
        if found is None:
            if tool in (_TIMEOUT, _TRACEBACK) and frames and line.text[:4] == "    ":
                self._last(frames[-1]._replace(code=frames[-1].code or text))
            apart = tool in (_TIMEOUT, _TRACEBACK) and line.text[:1] != " "
            self.behind = self.behind or apart
            return
        if self.behind:  # what pytest itself prints of the failure
            return
        if found[0] == _SAMPLE and not self._is_deeper(line.text):
            return  # of a sample that went another way
        if found[0] == tool == _GDB and text.startswith("#0 ") and frames == (found[1],):
            return  # where it stopped, shown again by "bt"
        again = frames and (text.startswith("#0 ") or "] [ 0] /" in text)
        if found[0] != tool or (tool in (_GDB, _GLIBC) and again):
            died = found[0] == _GLIBC or (
                found[0] == _GDB and not any(one.crashed and one.tool == _GDB for one in threads)
            )
            self._start(TextThread("", (), line.number, crashed=died, tool=found[0]), line)
        if len(self.threads[-1].frames) < MAX_FRAMES:
            self.threads[-1] = self.threads[-1]._replace(
                frames=(*self.threads[-1].frames, found[1])
            )

    def _is_deeper(self, text: str) -> bool:
        """Whether a node of a tree is a call of the one above it."""
        margin = len(text) - len(text.lstrip("+!:| "))
        deeper = not self.threads[-1].frames or margin > self.margin
        self.margin = margin if deeper else self.margin
        return deeper

    def _what_is_told(self, text: str, line: LogLine) -> None:
        if (setting := _SETTING.match(text)) is not None:
            self.home = setting["home"]
        if self.message and not self.lacks and (missing := _LACKS.match(text)) is not None:
            self.lacks = missing["module"]
        if "rank" in text[:MAX_HEADING].lower() and (rank := _PROCESS.match(text)) is not None:
            self.heading = line.number, f"rank {rank['rank']}"
        if (pid := _PID.match(text)) is not None:
            self.process = f"process {pid['pid']}"
        for fact, value in facts_in(text):
            self.facts.setdefault(fact, value)
        if (mapped := _MAPPED.match(text)) is not None and len(self.mappings) < MAX_MAPPINGS:
            begin, end = int(mapped["begin"], 16), int(mapped["end"], 16)
            self.mappings.append((begin, end, mapped["protection"]))
        fatal, told = _FAULT.match(text), _SIGNAL.search(text)
        if fatal and not self.message:
            self.message, self.head = fatal["said"], line
            self.signal = SIGNALS.get(fatal["said"], 0)
        if told and not self.signal:
            self.signal, self.head = SIGNALS.get(told["name"], 0), self.head or line

    def _start(self, thread: TextThread, line: LogLine) -> None:
        self.head, self.behind = self.head or line, False
        at, rank = self.heading
        if rank and line.number - at <= NEAR:
            self.process, self.heading = rank, (0, "")
        if len(self.threads) < MAX_THREADS:
            self.threads.append(thread._replace(process=self.process))

    def _last(self, frame: TextFrame) -> None:
        last = self.threads[-1]
        self.threads[-1] = last._replace(frames=(*last.frames[:-1], frame))

    def result(self, code: dict[tuple[str, int], str]) -> StackText | Absent:
        told = bool(self.signal) or "code" in self.facts
        every = [one for one in self.threads if told or one.tool != _GLIBC]  # also in warnings
        queued = self.facts.get("queued", "")
        kept = [_whole(one, code)._replace(queued=queued) for one in every if one.frames]
        said = [one for one in kept if one.tool != _KERNEL or one.name]
        kept = [one._replace(frames=_below_handler(one)) for one in kept]
        tool = next((one.tool for one in every), "")
        unsaid = tool == _MACOS and not self.signal  # ended by the system, which says why elsewhere
        head = self.head
        if head is None or not tool or unsaid or not (said or (self.message and not kept)):
            return Absent("no stacks are in the text")
        # A debugger shows the frame where it stopped, and the same thread whole when asked.
        kept.sort(key=lambda one: (not one.crashed, *_telling(one)))
        facts = self.facts
        if kept and "source" in facts and "row" in facts and not kept[0].frames[0].row:
            top = kept[0].frames[0]._replace(file=facts["source"], row=int(facts["row"]))
            kept[0] = kept[0]._replace(frames=(top, *kept[0].frames[1:]))
        address = int(facts["address"], 16) if "address" in facts else None
        around = (of for begin, end, of in self.mappings if address and begin <= address < end)
        return StackText(
            kept[0].tool if kept else tool, tuple(kept), self.signal, self.message,
            head.number, head.text.strip(), self.home, self.lacks, address,
            access=facts.get("access", ""), fill=facts.get("fill", ""),
            code=facts.get("guard", "") or facts.get("code", ""),
            protection=facts.get("protection", "") or next(around, ""),
        )  # fmt: skip


def _below_handler(thread: TextThread) -> tuple[TextFrame, ...]:
    """Of a process that printed its own stack the frames from the one that died on: above stand
    the handler's, and the C library's way to it, which has no name."""
    frames = thread.frames
    if thread.tool != _GLIBC:
        return frames
    ways = (at for at, one in enumerate(frames[:MAX_HANDLER]) if _is_trampoline(one))
    return frames[next(ways, -1) + 1 :] or frames


def _is_trampoline(frame: TextFrame) -> bool:
    named = frame.function not in ("??", "") and not frame.function.startswith(("0x", "__restore"))
    return not named and _LIBC.search(frame.module) is not None


def _whole(thread: TextThread, code: dict[tuple[str, int], str]) -> TextThread:
    """With its frames innermost first, and the source of those that the text shows."""
    frames = reversed(thread.frames) if thread.tool in _OUTERMOST_FIRST else thread.frames
    return thread._replace(
        frames=tuple(
            one._replace(code=one.code or code.get((_base(one.file), one.row or 0), ""))
            for one in frames
        )
    )


def _telling(thread: TextThread) -> tuple[bool, int]:
    """What goes first of threads that died."""
    if not thread.crashed or thread.tool not in (_GDB, _LLDB):
        return not thread.crashed, 0
    return not own_frames(thread), -len(thread.frames)


def listed_code(lines: Sequence[LogLine]) -> dict[tuple[str, int], str]:
    """(name of the file, row) → source, of listings with numbers below a line that names the file:
    three rows in order at least."""
    found: dict[tuple[str, int], str] = {}
    rows: list[tuple[int, str]] = []
    above = ""
    for line in (*lines, None):
        match = None if line is None else _LISTED.match(line.text)
        if match is not None and (not rows or int(match["row"]) > rows[-1][0]):
            rows.append((int(match["row"]), match["code"].strip()))
            continue
        if any(below[0] == above[0] + 2 for above, below in zip(rows, rows[2:])):
            names = _NAMED.findall(above[:1000])
            found |= {(name, row): code for name in names for row, code in rows}
        if line is not None and not set(line.text) <= set(" ."):
            above = line.text
        rows = []
    return found


def _base(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _thread(text: str, line: LogLine) -> TextThread | None:
    """The thread of a line that one begins with."""
    for one in dialects():
        if one.part == "thread" and (match := one.pattern.match(text)) is not None:
            told = match.groupdict()
            crashed = told.get("who") not in (None, "Thread")
            number = told.get("id") or ""
            name = told.get("name") or (number if number[:1].isdigit() else "")
            state = told.get("state") or ""
            return TextThread(name, (), line.number, crashed, state, one.tool, number)
    return None


def _frame(text: str, tool: str) -> tuple[str, TextFrame] | None:
    """(tool, frame). tool: that whose thread was seen last."""
    marked = [one for one, mark in _OWN_MARKS.items() if mark and text.startswith(mark)]
    marked += [_GLIBC] if "[0x" in text else []
    for one in dict.fromkeys((tool or _GDB, *marked)):
        if (match := _frames()[one].match(text)) is not None:
            told = match.groupdict()
            row = told.get("row") or ""
            place = told.get("file") or "", int(row) if row.isdigit() else None
            null = _null(told.get("arguments") or "")
            at = None if told["function"] and told["function"] != "??" else told.get("at")
            function, _, given = (told["function"] or "??").partition("(")
            function = function if _GIVEN.match(given) else told["function"] or "??"
            pc = None if at is None else int(at, 16)
            return one, TextFrame(function, *place, told.get("module") or "", null=null, at=pc)
    return None


class Dialect(NamedTuple):
    part: str
    """thread: a line that the stack of one begins with; frame."""
    tool: str
    pattern: re.Pattern[str]
    seen: str
    """A line that it is for."""


class Fact(NamedTuple):
    """What a line tells of a crash: address, access, code, protection, fill; source and row."""

    fact: str
    value: str
    """"" where the pattern has it."""
    key: str
    """Part of each such line, in lower case."""
    pattern: re.Pattern[str]
    seen: str


@cache
def dialects() -> tuple[Dialect, ...]:
    return tuple(
        Dialect(one["part"], one["tool"], re.compile(one["pattern"]), one["seen"])
        for one in table("stack_dialects.tsv")
    )


@cache
def _frames() -> dict[str, re.Pattern[str]]:
    return {one.tool: one.pattern for one in dialects() if one.part == "frame"}


@cache
def crash_facts() -> tuple[Fact, ...]:
    rows = table("crash_facts.tsv")
    return tuple(Fact(**{**one, "pattern": searched(one["pattern"])}) for one in rows)  # type: ignore[arg-type]


def facts_in(text: str) -> Iterator[tuple[str, str]]:
    """(fact, value) of each that a line tells."""
    low = text[:MAX_LINE].lower()
    for one in crash_facts():
        if one.key in low and (match := one.pattern.search(text[:MAX_LINE])) is not None:
            yield one.fact, one.value or match["value"].replace("`", "")


def _null(arguments: str) -> str:
    """The argument that is a null pointer; "" where there is none, or other pointers as well."""
    pointers = {one["name"]: int(one["value"], 16) for one in _ARGUMENT.finditer(arguments)}
    return next(iter(pointers), "") if len(pointers) == 1 and not any(pointers.values()) else ""
