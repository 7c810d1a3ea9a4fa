"""Stacks that other tools printed: gdb, faulthandler, pystack, py-spy.

Thread 1 (Thread 0x7f11 (LWP 7) "python"):          gdb
#0  0x00007f11 in sum (p=0x0) at a.c:9
Fatal Python error: Segmentation fault              faulthandler
Current thread 0x00007f11 (most recent call first):
  File "a.py", line 9 in work
Traceback for thread 7 (python) [Has the GIL] (most recent call last):      pystack
    (Python) File "/srv/a.py", line 9, in work
Thread 7 (active+gil): "MainThread"                 py-spy
    work (a.py:9)
"""

import re
from collections.abc import Sequence

from atfault.model.absent import Absent
from atfault.model.given import StackText, TextFrame, TextThread
from atfault.text.lines import LogLine
from atfault.text.patterns import searched, until

MAX_THREADS, MAX_FRAMES = 500, 300
_GDB_THREAD = re.compile(r"^Thread (?P<number>\d+) \(.*?(?:\"(?P<name>[^\"]*)\")?\):$")
_GDB_FRAME = re.compile(
    r"^(?:\[Current thread[^#]{0,300})?#\d+ +(?:0x[0-9a-f]+ in )?"
    rf"(?P<function>\S{until(' [(]')}) \(.*\)"
    r"(?: at (?P<file>[^:()\n]{1,1000}):(?P<row>\d{1,9})| from (?P<module>[^\s()]{1,1000}))?$"
)
_GDB_SIGNAL = searched(
    r"(?:Program (?:terminated with|received) signal|Thread \d+ .*received signal) (?P<name>SIG\w+)"
)
_FAULT = re.compile(r"^Fatal Python error: (?P<said>.*)$")
_FAULT_THREAD = re.compile(
    r"^(?P<who>Current thread|Thread) (?P<id>0x[0-9a-f]+)(?: \[(?P<name>.*)\])? \(most recent call"
    r" first\):$"
)
_FAULT_FRAME = re.compile(r'^File "(?P<file>.*)", line (?P<row>\d+|\?\?\?) in (?P<function>.*)$')
_PYSTACK_THREAD = re.compile(
    r"^Traceback for thread (?P<id>\d+) (?:\((?P<name>[^)]*)\) )?\[(?P<state>[^\]]*)\]"
)
_PYSTACK_FRAME = re.compile(
    r'^\((?P<kind>Python|C)\) File "(?P<file>[^"]*)", line (?P<row>\d+), in (?P<function>.*)$'
)
_PYSPY_THREAD = re.compile(
    r"^Thread (?P<id>0x[0-9A-Fa-f]+|\d+) \((?P<state>active|idle|active\+gil|idle\+gil)\)(?::"
    r" \"(?P<name>.*)\")?$"
)
_PYSPY_FRAME = re.compile(r"^(?P<function>.+) \((?P<file>[^():]+)(?::(?P<row>\d+))?\)$")
_SETTING = re.compile(r"PYTHONHOME = '(?P<home>[^'\n]{1,1000})'$")
_LACKS = re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]{1,100})'$")
SIGNALS = {
    "Segmentation fault": 11,
    "Aborted": 6,
    "Bus error": 7,
    "Floating point exception": 8,
    "Floating-point exception": 8,
    "Illegal instruction": 4,
    "SIGSEGV": 11,
    "SIGABRT": 6,
    "SIGBUS": 7,
    "SIGFPE": 8,
    "SIGILL": 4,
    "SIGTRAP": 5,
}


def stacks_in(lines: Sequence[LogLine]) -> StackText | Absent:
    """The stacks in the lines, of the tool that printed the first of them."""
    tool, message, signal = "", "", 0
    home = lacks = ""
    head: LogLine | None = None
    threads: list[TextThread] = []
    frames: list[TextFrame] = []
    for line in lines:
        text = line.text.strip()
        if (setting := _SETTING.match(text)) is not None:
            home = setting["home"]
        if message and not lacks and (missing := _LACKS.match(text)) is not None:
            lacks = missing["module"]
        fatal = _FAULT.match(text)
        told = _GDB_SIGNAL.search(text)
        if fatal and not message:
            message, head = fatal["said"], line
            signal = SIGNALS.get(fatal["said"], 0)
        if told and not signal:
            signal, head = SIGNALS.get(told["name"], 0), head or line
        started = _thread(text, line)
        if started is not None:
            tool = tool or started[0]
            if len(threads) < MAX_THREADS:
                threads.append(started[1])
            frames, head = [], head or line
            continue
        found = _frame(text, tool)
        if found is None:
            continue
        if not threads or (tool == "gdb" and text.startswith("#0 ") and frames):
            threads.append(TextThread("", (), line.number, crashed=not threads))
            frames = []
        tool, head = tool or found[0], head or line
        if len(frames) < MAX_FRAMES:
            frames.append(found[1])
            ordered = tuple(reversed(frames)) if tool == "pystack" else tuple(frames)
            threads[-1] = threads[-1]._replace(frames=ordered)
    kept = [one for one in threads if one.frames]
    if head is None or not tool or (not kept and not message):
        return Absent("no stacks are in the text")
    kept.sort(key=lambda one: not one.crashed)
    return StackText(
        tool, tuple(kept), signal, message, head.number, head.text.strip(), home, lacks
    )


def _thread(text: str, line: LogLine) -> tuple[str, TextThread] | None:
    match = _FAULT_THREAD.match(text)
    if match:
        return "faulthandler", TextThread(
            match["name"] or match["id"], (), line.number, match["who"] != "Thread"
        )
    match = _PYSTACK_THREAD.match(text)
    if match:
        return "pystack", TextThread(
            match["name"] or match["id"], (), line.number, state=match["state"]
        )
    match = _PYSPY_THREAD.match(text)
    if match:
        return "py-spy", TextThread(
            match["name"] or match["id"], (), line.number, state=match["state"]
        )
    match = _GDB_THREAD.match(text)
    if match:
        return "gdb", TextThread(match["name"] or match["number"], (), line.number)
    return None


def _frame(text: str, tool: str) -> tuple[str, TextFrame] | None:
    match = _GDB_FRAME.match(text) if tool in ("", "gdb") else None
    if match:
        row = int(match["row"]) if match["row"] else None
        return "gdb", TextFrame(match["function"], match["file"] or "", row, match["module"] or "")
    match = _FAULT_FRAME.match(text) if tool == "faulthandler" else None
    if match:
        row = int(match["row"]) if match["row"].isdigit() else None
        return tool, TextFrame(match["function"], match["file"], row)
    match = _PYSTACK_FRAME.match(text) if tool == "pystack" else None
    if match:
        return tool, TextFrame(match["function"], match["file"], int(match["row"]))
    match = _PYSPY_FRAME.match(text) if tool == "py-spy" else None
    if match:
        row = int(match["row"]) if match["row"] else None
        return tool, TextFrame(match["function"], match["file"], row)
    return None
