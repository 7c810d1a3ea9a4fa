"""Stacks that other tools printed.

Thread 1 (Thread 0x7f11 (LWP 7) "python"):          gdb
#0  0x00007f11 in sum (p=0x0) at a.c:9
Fatal Python error: Segmentation fault              faulthandler
Current thread 0x00007f11 (most recent call first):       or, of one without a thread, "Stack (…"
  File "a.py", line 9 in work
Traceback for thread 7 (python) [Has the GIL] (most recent call last):      pystack
    (Python) File "/srv/a.py", line 9, in work
Thread 7 (active+gil): "MainThread"                 py-spy
    work (a.py:9)
* thread #4, name = 'io', stop reason = signal SIGABRT            lldb
    frame #8: 0x0104 a.so`A::pump() at a.cpp:97:18
Backtrace for this error:                           libgfortran
#1  0x14f1a31e92c4 in adv_
        at /src/adv.f90:318
goroutine 17 [running]:                             Go
main.(*exporter).flush(0x0)
        /build/exporter.go:131 +0x31
STACK_TEXT:                                         windbg
000000a1`b15fe820 00007ffd`9a1c5f90     : 00000000`00000000 … : _parse!View::header+0x1c
Thread 7 Crashed:                                   a crash report of macOS
2   libring.dylib        0x1047c5b3c Ring.subscript.getter + 188 (Ring.swift:41)
Fatal error. System.AccessViolationException: …     .NET
   at Host.Update(System.String) in D:\\src\\Host.cs:line 117
[28117] signal 11 (1): Segmentation fault           Julia
getproperty at /home/o/Py.jl:285 [inlined]
*** SIGSEGV received at time=1713794540 on cpu 11 ***         abseil, glog
    @     0x7f3d0a51c6b0  64  ring::Ring::push()
[<0>] pipe_write+0x3c4/0x6a0                        Linux, in /proc/PID/stack
"""

import re
from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.given import StackText, TextFrame, TextThread
from atfault.text.lines import LogLine
from atfault.text.patterns import searched, until
from atfault.text.stack_tops import own_frames

MAX_THREADS, MAX_FRAMES = 500, 300
_FAULTHANDLER, _PYSTACK, _PYSPY, _GDB, _LLDB, _FORTRAN, _JAVA, _TIMEOUT = (
    "faulthandler", "pystack", "py-spy", "gdb", "lldb", "libgfortran", "HotSpot", "pytest-timeout",
)  # fmt: skip
_GO, _WINDBG, _MACOS, _NET, _JULIA, _GLOG = "Go", "windbg", "macOS", ".NET", "Julia", "glog"
_KERNEL = "the kernel"
_OUTERMOST_FIRST = (_PYSTACK, _TIMEOUT)
_THREADS = (
    (_FAULTHANDLER, re.compile(
        r"^(?P<who>Current thread|Thread) (?P<id>0x[0-9a-f]+)(?: \[(?P<name>.*)\])? \(most recent"
        r" call first\):$"
    )),
    (_FAULTHANDLER, re.compile(r"^(?P<who>Stack) \((?P<id>most recent call first)\):$")),
    (_PYSTACK, re.compile(
        r"^Traceback for thread (?P<id>\d+) (?:\((?P<name>[^)]*)\) )?\[(?P<state>[^\]]*)\]"
    )),
    (_PYSPY, re.compile(
        r"^Thread (?P<id>0x[0-9A-Fa-f]+|\d+) \((?P<state>active|idle|active\+gil|idle\+gil)\)(?::"
        r" \"(?P<name>.*)\")?$"
    )),
    (_GDB, re.compile(r"^Thread (?P<id>\d+) \(.*?(?:\"(?P<name>[^\"]*)\")?\):$")),
    (_LLDB, re.compile(
        r"^\* (?P<who>thread) #(?P<id>\d+)(?:, name = '(?P<name>[^']*)')?,.* stop reason = "
    )),
    (_FORTRAN, re.compile(r"^(?P<who>Backtrace) for this (?P<id>error):$")),
    (_JAVA, re.compile(r"^(?P<who>Native) (?P<id>frames): ")),
    (_GO, re.compile(r"^goroutine (?P<id>\d+) \[(?P<state>[^\]]{1,80})\]:$")),
    (_WINDBG, re.compile(r"^(?P<who>STACK)_(?P<id>TEXT):")),
    (_MACOS, re.compile(r"^Thread (?P<id>\d+) (?P<who>Crashed):")),
    (_NET, re.compile(r"^(?P<who>Fatal) error\. (?P<id>System)\.\w+Exception\b")),
    (_JULIA, re.compile(r"^(?P<who>\[\d+\] signal) \d+ (?P<id>\(\d\)): ")),
    (_GLOG, re.compile(r"^(?P<who>\*\*\*) (?P<id>SIG[A-Z]{2,6}) (?:received|\(@0x)")),
    (_TIMEOUT, re.compile(r"^~+ Stack of (?P<name>.+) \((?P<id>\d+)\) ~+$")),
)  # fmt: skip
_FRAMES = {
    _GDB: re.compile(
        r"^(?:\[Current thread[^#]{0,300})?#\d+ +(?:0x[0-9a-f]+ in )?"
        rf"(?P<function>\S{until(' [(]')}) \((?P<arguments>.*)\)"
        r"(?: at (?P<file>[^:()\n]{1,1000}):(?P<row>\d{1,9})| from (?P<module>[^\s()]{1,1000}))?$"
    ),
    _FAULTHANDLER: re.compile(
        r'^File "(?P<file>.*)", line (?P<row>\d+|\?\?\?) in (?P<function>.*)$'
    ),
    _PYSTACK: re.compile(
        r'^\((?:Python|C)\) File "(?P<file>[^"]*)", line (?P<row>\d+), in (?P<function>.*)$'
    ),
    _PYSPY: re.compile(r"^(?P<function>.+) \((?P<file>[^():]+)(?::(?P<row>\d+))?\)$"),
    _LLDB: re.compile(
        r"^(?:\* )?frame #\d+: 0x[0-9a-f]+ (?P<module>[^`\s]{1,300})`(?P<function>.{1,500}?)"
        r"(?: \+ \d+| at (?P<file>[^:\s]{1,1000}):(?P<row>\d{1,9})(?::\d+)?)?$"
    ),
    _JAVA: re.compile(
        r"^C {1,8}\[(?P<module>[^\]+]{1,300})\+0x[0-9a-f]{1,16}\] {1,8}"
        r"(?P<function>\S.{0,500}?)\+0x"
    ),
    _FORTRAN: re.compile(r"^#\d+ +0x[0-9a-f]+ in (?P<function>\S+)$"),
    _GO: re.compile(
        r"^(?P<function>[\w./-]{1,200}(?:\.\(\*?\w{1,80}\))?[\w.]{1,200})\((?P<arguments>.*)\)$"
    ),
    _WINDBG: re.compile(
        r"^[0-9a-f`]{8,17} [0-9a-f`]{8,17} +: .{1,200} : (?P<module>[^!\s]{1,100})!"
        r"(?P<function>.{1,500}?)(?:\+0x[0-9a-f]{1,8})?$"
    ),
    _MACOS: re.compile(
        r"^\d{1,3} +(?P<module>\S.{0,100}?)\s+0x[0-9a-f]{6,16} (?P<function>\S.{0,500}?) \+ \d+"
        r"(?: \((?P<file>[^():]{1,200}):(?P<row>\d{1,9})\))?$"
    ),
    _NET: re.compile(
        r"^at (?P<function>[^\s(]{1,300})\(.*\)(?: in (?P<file>.{1,1000}):line (?P<row>\d{1,9}))?$"
    ),
    _JULIA: re.compile(
        r"^(?P<function>\S.{0,200}?) at (?P<file>[^\s:]{1,1000}):(?P<row>\d{1,9})(?: \[inlined\])?$"
    ),
    _GLOG: re.compile(
        r"^(?:PC: )?@ +0x[0-9a-f]{1,16} +(?:\(unknown\)|\d{1,9}) +(?P<function>\S.{0,500}?)$"
    ),
    _TIMEOUT: re.compile(r'^File "(?P<file>[^"]*)", line (?P<row>\d+), in (?P<function>.*)$'),
    _KERNEL: re.compile(r"^\[<0>\] (?P<function>\w{1,200})\+0x[0-9a-f]"),
}
_PLACE = re.compile(r"^(?:at )?(?P<file>[^:\s]{1,1000}):(?P<row>\d{1,9})(?: \+0x[0-9a-f]{1,8})?$")
"""Of libgfortran's and Go's frames, on the line below."""
_ADDRESS = re.compile(
    r"\b(?:addr=|READ_ADDRESS: +|WRITE_ADDRESS: +|(?:from|to) address |INVALID_ADDRESS at |\(@)"
    r"(?:0x)?(?P<address>[0-9a-f]{1,16})\b"
)
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
    r"|^Fatal error\.|^\[\d+\] signal \d+ \(\d\):) ?"
    r"(?P<name>SIG\w+|EXC_\w+|c0000005|System\.AccessViolation|Segmentation fault)"
)
"""gdb says it in the user's language: "Programm mit Signal SIGSEGV (…) abgebrochen."."""
_FAULT = re.compile(
    r"^[.sxFE]{0,100}(?:Fatal Python error: |Windows fatal exception: (?=access|int|stack))"
    r"(?P<said>.*)$"
)
_SETTING = re.compile(r"PYTHONHOME = '(?P<home>[^'\n]{1,1000})'$")
_LACKS = re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]{1,100})'$")
SIGNALS = {
    "Segmentation fault": 11, "Aborted": 6, "Bus error": 7, "Floating point exception": 8,
    "Floating-point exception": 8, "Illegal instruction": 4, "SIGSEGV": 11, "SIGABRT": 6,
    "SIGBUS": 7, "SIGFPE": 8, "SIGILL": 4, "SIGTRAP": 5, "EXC_BAD_ACCESS": 11,
    "EXC_BAD_INSTRUCTION": 4, "access violation": 11, "int divide by zero": 8, "c0000005": 11,
    "System.AccessViolation": 11, "EXC_BREAKPOINT": 5, "EXC_CRASH": 6,
}  # fmt: skip


def stacks_in(lines: Sequence[LogLine]) -> StackText | Absent:
    """The stacks in the lines, of all tools, and what is told with them. What died goes first, and
    of that the stack with the program's own native lines; a kernel's stack says what a process
    waits for of which another tool has printed the rest."""
    read = _Reader()
    for line in lines:
        read.line(line)
    return read.result(listed_code(lines))


class _Reader:
    """The state of reading lines in order."""

    def __init__(self) -> None:
        self.message, self.signal = "", 0
        self.home = self.lacks = ""
        self.address: int | None = None
        self.head: LogLine | None = None
        self.threads: list[TextThread] = []
        self.behind = False

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
        found = _frame(text, tool)
        if found is None:
            if tool == _TIMEOUT and frames and line.text[:4] == "    ":
                self._last(frames[-1]._replace(code=frames[-1].code or text))
            self.behind = self.behind or (tool == _TIMEOUT and line.text[:1] != " ")
            return
        if self.behind:  # what pytest itself prints of the failure
            return
        if found[0] == tool == _GDB and text.startswith("#0 ") and frames == (found[1],):
            return  # where it stopped, shown again by "bt"
        if found[0] != tool or (tool == _GDB and text.startswith("#0 ") and frames):
            died = found[0] == _GDB and not any(one.crashed and one.tool == _GDB for one in threads)
            self._start(TextThread("", (), line.number, crashed=died, tool=found[0]), line)
        if len(self.threads[-1].frames) < MAX_FRAMES:
            self.threads[-1] = self.threads[-1]._replace(
                frames=(*self.threads[-1].frames, found[1])
            )

    def _what_is_told(self, text: str, line: LogLine) -> None:
        if (setting := _SETTING.match(text)) is not None:
            self.home = setting["home"]
        if self.message and not self.lacks and (missing := _LACKS.match(text)) is not None:
            self.lacks = missing["module"]
        if (at := _ADDRESS.search(text)) is not None and self.address is None:
            self.address = int(at["address"], 16)
        fatal, told = _FAULT.match(text), _SIGNAL.search(text)
        if fatal and not self.message:
            self.message, self.head = fatal["said"], line
            self.signal = SIGNALS.get(fatal["said"], 0)
        if told and not self.signal:
            self.signal, self.head = SIGNALS.get(told["name"], 0), self.head or line

    def _start(self, thread: TextThread, line: LogLine) -> None:
        self.head, self.behind = self.head or line, False
        if len(self.threads) < MAX_THREADS:
            self.threads.append(thread)

    def _last(self, frame: TextFrame) -> None:
        last = self.threads[-1]
        self.threads[-1] = last._replace(frames=(*last.frames[:-1], frame))

    def result(self, code: dict[tuple[str, int], str]) -> StackText | Absent:
        kept = [_whole(one, code) for one in self.threads if one.frames]
        said = [one for one in kept if one.tool != _KERNEL]
        tool = next((one.tool for one in self.threads), "")
        unsaid = tool == _MACOS and not self.signal  # ended by the system, which says why elsewhere
        head = self.head
        if head is None or not tool or unsaid or not (said or (self.message and not kept)):
            return Absent("no stacks are in the text")
        # A debugger shows the frame where it stopped, and the same thread whole when asked.
        kept.sort(key=lambda one: (not one.crashed, *_telling(one)))
        return StackText(
            kept[0].tool if kept else tool, tuple(kept), self.signal, self.message,
            head.number, head.text.strip(), self.home, self.lacks, self.address,
        )  # fmt: skip


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
    for tool, how in _THREADS:
        if (match := how.match(text)) is not None:
            told = match.groupdict()
            crashed = told.get("who") not in (None, "Thread")
            name = told.get("name") or (told["id"] if told["id"][:1] in "0123456789" else "")
            state = told.get("state") or ""
            return TextThread(name, (), line.number, crashed, state, tool, told["id"])
    return None


def _frame(text: str, tool: str) -> tuple[str, TextFrame] | None:
    """(tool, frame). tool: that whose thread was seen last; gdb's frames and the kernel's are known
    by themselves."""
    tools = dict.fromkeys((tool or _GDB, *((_GDB,) if text[:3] == "#0 " else ()), _KERNEL))
    tried = ((one, _FRAMES[one].match(text)) for one in tools)
    tool, match = next(((one, match) for one, match in tried if match), ("", None))
    if match is None:
        return None
    told = match.groupdict()
    row = told.get("row") or ""
    place = told.get("file") or "", int(row) if row.isdigit() else None
    null = _null(told.get("arguments") or "")
    return tool, TextFrame(told["function"], *place, told.get("module") or "", null=null)


def _null(arguments: str) -> str:
    """The argument that is a null pointer; "" where there is none, or other pointers as well."""
    pointers = {one["name"]: int(one["value"], 16) for one in _ARGUMENT.finditer(arguments)}
    return next(iter(pointers), "") if len(pointers) == 1 and not any(pointers.values()) else ""
