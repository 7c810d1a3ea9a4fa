"""Text that was given to be explained: what its lines say, before anything is concluded."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from atfault.model.absent import Absent
from atfault.model.findings import Confidence, SourceLine

if TYPE_CHECKING:
    from atfault.model.exception import RaisedException

HitKind = Literal[
    "compile",
    "header",
    "submodule",
    "tool",
    "library",
    "symbol",
    "link",
    "compiler",
    "python",
    "setting",
    "network",
    "disk",
    "memory",
    "abi",
    "exception",
    "step",
]
"""What a line complains of. "compile": an error in source code; "header": a file to be included;
"symbol", "library" and "link": of the linker (link: all else); "compiler": one that is too old or
too new; "setting": what the build was told; "exception": one of Python that ended a step; "step": a
step failed, and no line says why."""

CAUSE, HINT, SUMMARY = 0, 1, 2
System = Literal["", "windows", "macos", "alpine", "fedora"]
"""That a log was made on; "fedora" stands for RHEL and all that comes from it too, "" for what
cannot be told, and Debian's."""


class TextPlace(NamedTuple):
    """A place in source code that a line names."""

    file: str
    row: int | None = None
    column: int | None = None
    function: str = ""


class Hit(NamedTuple):
    """One line that says that something failed, as far as it can be read."""

    kind: HitKind
    line: int
    """In the text, counted from 1."""
    text: str
    """That line, without escapes and a log's own prefixes."""
    why: str = ""
    """Which of the known complaints it is: "nvcc-gcc", "removed-module"; "" for those without
    words of their own."""
    tool: str = ""
    """Who says it: "gcc", "cmake", "pip"; "" when unknown."""
    subject: str = ""
    """What it is about: the header, tool, library, symbol, module or option."""
    wanted: str = ""
    """What was asked for: a version, a value."""
    found: str = ""
    """What is there instead."""
    place: TextPlace | None = None
    chain: tuple[TextPlace, ...] = ()
    """Where it was instantiated or included from, the nearest first."""
    user_line: SourceLine | None = None
    """The line of the text that names the user's own place of an instantiation."""
    more: tuple[SourceLine, ...] = ()
    """Lines that belong to it."""
    target: str = ""
    """Of make or ninja: what was to be built."""
    command: str = ""
    """The command that printed it, where the text has that."""
    package: str = ""
    """Being built."""
    rank: int = CAUSE
    """CAUSE; HINT: often no failure by itself; SUMMARY: says that something above failed."""


class Machine(NamedTuple):
    """What of this machine decides which advice is good."""

    memory: int = 0
    """Bytes that programs here may have, the limits of control groups included; 0 when unknown."""
    cpus: int = 0
    commands: tuple[str, ...] = ()
    """Those tools that hits speak of and that are there."""
    files: tuple[str, ...] = ()
    """Those headers that hits speak of and that are there: their paths."""


class TextFrame(NamedTuple):
    """A frame of a printed stack."""

    function: str
    file: str = ""
    row: int | None = None
    module: str = ""
    code: str = ""
    """The line of source, where it was printed."""
    null: str = ""
    """The argument that is a null pointer, where no other one is a pointer."""
    at: int | None = None
    """Its address, of one that is in no function."""


class SanitizerText(NamedTuple):
    """A report of a sanitizer, Valgrind or compute-sanitizer."""

    tool: str
    """"AddressSanitizer" and its like."""
    kind: str
    """Its own word: "heap-buffer-overflow", "Invalid read"."""
    line: int
    text: str
    access: str = ""
    """"read" or "write"; "" when unknown."""
    size: int = 0
    address: int | None = None
    frames: tuple[TextFrame, ...] = ()
    """Of the failed access, the innermost first."""
    region: str = ""
    """What it says of the address: "0 bytes after 40-byte region"."""
    allocated: tuple[TextFrame, ...] = ()
    freed: tuple[TextFrame, ...] = ()
    other: tuple[TextFrame, ...] = ()
    """Of a race: the other access."""
    host: "tuple[TextFrame, ...]" = ()
    """Of a kernel on a GPU: who launched it, the innermost first."""
    places: tuple[SourceLine, ...] = ()
    """The lines of the text that name a frame's place in source code."""
    thread: tuple[int, int, int] | None = None
    """Of a kernel."""
    block: tuple[int, int, int] | None = None


class TextThread(NamedTuple):
    """A thread of a printed stack."""

    name: str
    frames: tuple[TextFrame, ...]
    """The innermost first."""
    line: int = 0
    crashed: bool = False
    state: str = ""
    tool: str = ""
    """That printed it."""
    id: str = ""
    """As the tool says it; "" for none."""
    process: str = ""
    """Whose it is: "rank 2", "process 4711"; "" where that is not told."""
    wants: str = ""
    """The lock that it waits for, as the tool names it; "" for none that is told."""
    holds: tuple[str, ...] = ()
    """Locks that it holds, as the tool names them."""
    ended: str = ""
    """The exception that it had died of before; "" for one that was looked at."""
    queued: str = ""
    """The first method that is queued behind what an actor's thread runs: "Catalog.lookup"."""


class StackText(NamedTuple):
    """Stacks that gdb, pystack, py-spy or faulthandler printed."""

    tool: str
    threads: tuple[TextThread, ...]
    signal: int = 0
    message: str = ""
    """Of the interpreter's fatal error."""
    line: int = 0
    text: str = ""
    home: str = ""
    """PYTHONHOME, as an interpreter that cannot begin prints it."""
    lacks: str = ""
    """The module of the standard library that it did not find."""
    address: int | None = None
    """Of the failed access, where it is printed."""
    access: str = ""
    """"read" or "write"; "" when unknown."""
    code: str = ""
    """Why it failed: "permission", "stack-guard", "no-page" of a mapped file; "" when unknown."""
    protection: str = ""
    """Of the mapping that holds the address: "r--"; "" when unknown."""
    fill: str = ""
    """What an allocator writes over freed memory, where that was printed: "dddddddddddddddd"."""


KernelKind = Literal["segfault", "protection", "invalid-opcode", "divide", "bus", "oom"]


class KernelText(NamedTuple):
    """A line of the kernel about a process that died."""

    kind: KernelKind
    line: int
    text: str
    process: str = ""
    pid: int = 0
    address: int | None = None
    ip: int | None = None
    sp: int | None = None
    error: int | None = None
    """The page fault's error code, of which see arch/x86/include/asm/trap_pf.h."""
    module: str = ""
    """The last part of its path; "" where `ip` is in no file."""
    base: int | None = None
    """Where the mapping that holds `ip` begins."""
    size: int = 0
    """Bytes of that mapping."""
    offset: int | None = None
    """Of `ip` in the file, as newer kernels say it."""
    code: bytes = b""
    """Bytes round `ip`, where the kernel printed them."""
    code_at: int = 0
    """Which of them is at `ip`."""
    code_line: SourceLine | None = None
    file: str = ""
    """The module's path on this machine; "" where it is not here, or is not known to be that."""
    is_same: bool = False
    """The file has those bytes there: it is the very build that crashed."""
    frames: tuple[TextFrame, ...] = ()
    """Of `ip`: the function, and before it those inlined there."""
    unfound: str = ""
    """Why the function is not known."""
    resident: int = 0
    """Of one that was killed for want of memory: bytes of its own that it had; 0 when unknown."""
    of_group: bool = False
    """The limit was that of its control group."""


AbortKind = Literal[
    "heap",
    "check",
    "cpp",
    "rust",
    "assertion",
    "shared-memory",
    "worker",
    "gil",
    "end",
    "qt",
]


class AbortText(NamedTuple):
    """What a program printed as it gave up in native code, or of a child that did."""

    kind: AbortKind
    line: int
    text: str
    """That line, as it stands."""
    said: str = ""
    """The message alone: of glibc, of an assertion, the text of an exception or a panic."""
    type: str = ""
    """Of a C++ exception; "" where there was none. Of an end: the kind of `text/ends.tsv`, or
    that of `text/outcome.py` for a message."""
    place: TextPlace | None = None
    """Where an assertion or a panic stands, in the library's own source."""
    signal: str = ""
    """Of a worker: what its parent calls the signal that ended it. Of the whole program: its name,
    or the code of Windows."""
    of_gpu: bool = False
    """Of a C++ exception: it passes on what failed on a GPU."""
    lacks: tuple[str, ...] = ()
    """Features of processors that the text names before."""
    instead: str = ""
    """What the text says to install instead."""
    cause: str = ""
    """Of an end that something else tells: of what it was, how sure `sure` is."""
    sure: Confidence = "possible"
    names: tuple[str, ...] = ()
    """What a message names: variables, versions, paths, hosts."""
    asks: tuple[str, ...] = ()
    """What it asks its reader to do, in its own words."""


class FailedCheck(NamedTuple):
    """A check of CMake's that the error rests on, from the file that CMake keeps its output in."""

    name: str
    file: str
    line: int
    """In that file."""
    text: str
    """Of its first error."""
    is_named: bool
    """The error, or the `if` round it, names the check; else all that failed did so for this."""


class Given(NamedTuple):
    """A text, read."""

    name: str
    """Of the file; "-" for standard input."""
    lines: int
    hits: tuple[Hit, ...] = ()
    """In the text's order."""
    first: Hit | None = None
    """What failed first, as far as can be told; None when nothing failed."""
    followed: int = 0
    """Hits that came after it, and follow from it or are further ones."""
    is_build: bool = False
    """It has the marks of a build log."""
    outcome: Literal["failed", "succeeded", "goes-on", ""] = ""
    """What its last words say; "goes-on": the program went on behind what failed."""
    last: SourceLine | None = None
    """The line that says so."""
    passed: "tuple[RaisedException, ...]" = ()
    """Exceptions that only pass on how another process ended: where the program was meanwhile."""
    telling: tuple[SourceLine, ...] = ()
    """The lines that tell most of a failure by their structure, the best first."""
    is_cut: bool = False
    """It ends in the middle of something, or lines of it were not kept."""
    unread: tuple[int, int] = (0, 0)
    """Numbers of the first and the last line that were not looked at, for want of time."""
    system: System = ""
    folders: tuple[str, ...] = ()
    """Folders that make entered, the one of `first` in front: names may be relative to them."""
    machine: Machine = Machine()
    check: FailedCheck | None = None
    """Why CMake stopped, where the text does not say it."""
    sanitizer: SanitizerText | Absent = Absent("no report of a sanitizer is in the text")
    stacks: StackText | Absent = Absent("no stacks are in the text")
    kernel: KernelText | Absent = Absent("no line of the kernel about a crash is in the text")
    abort: AbortText | Absent = Absent("no last words of native code are in the text")
