"""Small questions about a `ProcessState` that several rules ask."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator

from atfault.arch import by_name
from atfault.diagnose.words import file_line
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import MAX_USER_ADDRESS, MemoryMapping, Module, mapping_holding
from atfault.model.signals import SI_KERNEL as SI_KERNEL
from atfault.model.signals import SI_QUEUE, SI_TKILL, SI_USER
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import NamedBuffer, ProcessState
from atfault.model.values import Value, shortened

SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV = 3, 4, 5, 6, 7, 8, 9, 11
SIGSYS = 31
ACCESSES = (SIGSEGV, SIGBUS)
"""How an access that fails ends a process."""
MISUSES = (SIGABRT, SIGSEGV, SIGBUS, SIGILL)
"""How objects and memory that are misused do."""
BREAKDOWNS = (*MISUSES, SIGFPE)
"""How native code does that breaks down, of whatever."""
SEGV_MAPERR, SEGV_ACCERR = 1, 2
BUS_ADRERR = 2
FPE_INTDIV = 1
SENT = (SI_USER, SI_QUEUE, SI_TKILL)
"""si_code of what a process sends."""
PAGE = 4096
RED_ZONE = 128
"""Bytes below the stack pointer that a function may use as it stands."""
_SWEEPERS = (
    *("memset", "memcpy", "memmove", "mempcpy", "memcmp", "memchr", "rawmemchr", "bzero"),
    *("strlen", "strnlen", "strcpy", "stpcpy", "strncpy", "strcat", "strchr", "strcmp"),
    *("wcslen", "wcsnlen", "wcscpy", "wcsncpy", "wcscat", "wcschr", "wcscmp", "wmemset", "wmemchr"),
)
_PRIVILEGED = (
    " hlt cli sti in out insb insd outsb outsd lgdt lidt lldt ltr rdmsr wrmsr invd wbinvd invlpg "
    "clts int iretq swapgs sysretq sysexit xsetbv "
)
STACK_CHECK = "__stack_chk_fail"
"""What compilers call where a function's stack frame was overwritten."""
_STACK_REACH = 16 * 1024
_CTYPES_CALLS = ("ffi_call", "_ctypes_callproc", "_call_function_pointer", "PyCFuncPtr_call")
STACK_GUARD = 1 << 20
"""The kernel keeps 1 MiB free below the main stack (stack_guard_gap)."""
MAX_NAME = 80
_FAULTS = (SIGILL, SIGBUS, SIGFPE, SIGSEGV)


def is_fault(state: ProcessState) -> bool:
    """Whether the processor raised the signal, as opposed to a process that sent it (kill,
    raise)."""
    return state.ending.number in _FAULTS and (state.ending.code or 0) > 0


def fault_address(state: ProcessState) -> int | None:
    """The address whose access failed (SIGSEGV, SIGBUS); None when unknown or no such fault.

    The decoded instruction is preferred: for non-canonical addresses the kernel reports none.
    An access that starts in mapped memory and runs into the next page failed in that page, which
    is what the kernel reports, so there the kernel's address is the better one.
    """
    signal = state.ending.signal
    if isinstance(signal, Absent) or signal.number not in (SIGSEGV, SIGBUS) or signal.code <= 0:
        return None
    reported = None if signal.code == SI_KERNEL else signal.fault_address
    decoded = state.fault.tried.address
    if decoded is None:
        return reported
    if reported is not None:
        size = state.fault.tried.size or 1
        if not decoded <= reported < decoded + size:
            return reported
        if decoded // PAGE != reported // PAGE:
            return reported
    return decoded


def mapping_at(state: ProcessState, address: int) -> MemoryMapping | None:
    """The mapping that holds `address`; None when it is not mapped."""
    return mapping_holding(state.layout.mappings, address)


def mapping_below(state: ProcessState, address: int) -> MemoryMapping | None:
    """The last mapping that ends at or below `address`."""
    index = _mapping_index(state.layout.mappings, address)
    if index >= 0 and address < state.layout.mappings[index].end:
        index -= 1
    return state.layout.mappings[index] if index >= 0 else None


def mapping_above(state: ProcessState, address: int) -> MemoryMapping | None:
    """The first mapping that starts above `address`."""
    index = _mapping_index(state.layout.mappings, address) + 1
    return state.layout.mappings[index] if index < len(state.layout.mappings) else None


def _mapping_index(mappings: tuple[MemoryMapping, ...], address: int) -> int:
    """Index of the last mapping whose start is at or below `address`; -1 when there is none."""
    return bisect_right(mappings, address, key=_start_of) - 1


def _start_of(mapping: MemoryMapping) -> int:
    return mapping.start


def is_accessible(mapping: MemoryMapping | None) -> bool:
    """Mapped and not a guard (PROT_NONE)."""
    return mapping is not None and (mapping.readable or mapping.writable or mapping.executable)


def accessible_run(state: ProcessState, address: int) -> tuple[int, int]:
    """[start, end) of the unbroken run of memory around `address` in which the access that failed
    would have succeeded: writable, or readable when it was a read. Empty when there is none."""
    index = _mapping_index(state.layout.mappings, address)
    write = state.fault.tried.kind != "read"
    if index < 0 or address >= state.layout.mappings[index].end or not _allows(state, index, write):
        return address, address
    first = last = index
    while first > 0 and _joins(state, first - 1) and _allows(state, first - 1, write):
        first -= 1
    while _joins(state, last) and _allows(state, last + 1, write):
        last += 1
    return state.layout.mappings[first].start, state.layout.mappings[last].end


def _allows(state: ProcessState, index: int, write: bool) -> bool:
    mapping = state.layout.mappings[index]
    return mapping.writable if write else mapping.readable


def _joins(state: ProcessState, index: int) -> bool:
    """Whether mapping `index` ends where the next one starts."""
    mappings = state.layout.mappings
    return index + 1 < len(mappings) and mappings[index].end == mappings[index + 1].start


def describe_mapping(mapping: MemoryMapping) -> str:
    """For people: "the file data.bin", "code and constants of libc.so.6", "anonymous memory"."""
    path = mapping.path
    if not path:
        return "anonymous memory"
    if path.startswith("["):
        return f"the process's {path}"
    if path.startswith("/dev/zero"):  # what the kernel calls it: mmap.mmap(-1, …)
        return "shared anonymous memory"
    if is_data_file(mapping):
        return f"the mapped file {path}"
    return f"the code and constants of {path.rsplit('/', 1)[-1]}"


def is_data_file(mapping: MemoryMapping) -> bool:
    """Whether a file is mapped there that is no code."""
    path = mapping.path
    if not path or path.startswith(("[", "/dev/zero")):
        return False
    return not (roles.is_library(path) or mapping.executable)


def is_privileged(state: ProcessState) -> bool:
    """The failing instruction is forbidden to programs, whatever its operands."""
    mnemonic = state.fault.tried.instruction.split(" ", 1)[0]
    return bool(mnemonic) and f" {mnemonic} " in _PRIVILEGED


def halted_by_library(state: ProcessState) -> NativeFrame | None:
    """The function of the C library that stopped the program by an instruction that it may not
    run, as musl does (a_crash) where a check of its own fails; else None."""
    frame = next(iter(native_frames(state.crashed)), None)
    if frame is None or not is_libc(frame) or not is_privileged(state):
        return None
    return frame if state.fault.tried.instruction == "hlt" else None


def is_stack_check(state: ProcessState) -> bool:
    """Whether the compiler's check of a function's stack frame has stopped the program so."""
    halted = halted_by_library(state)
    return halted is not None and bare_symbol(halted) == STACK_CHECK


def native_frames(thread: ThreadState | None) -> tuple[NativeFrame, ...]:
    """Native frames, innermost first, from the point of failure on (`ThreadState.failed`)."""
    return () if thread is None else thread.failed


def crash_frames(thread: ThreadState | None) -> tuple[ThreadFrame, ...]:
    """Merged frames from the point of failure on (see native_frames)."""
    if thread is None:
        return ()
    frames = thread.stack.frames
    for index, frame in enumerate(() if thread.fails_here else frames[:64]):
        if frame.native is not None and frame.native.is_signal_frame:
            return frames[index + 1 :]
    return frames


def calling_frame(state: ProcessState) -> PyFrame | None:
    """The innermost Python frame, which called the code that failed; None where there is none."""
    frames = crash_frames(state.crashed)
    return next((frame.python for frame in frames if frame.python is not None), None)


def interrupted_frame(thread: ThreadState | None) -> NativeFrame | None:
    """Where a signal was taken whose handler, of native code, failed itself; None when the failure
    was in no handler."""
    if thread is None or isinstance(thread.native, Absent) or not thread.fails_here:
        return None
    frames = thread.native.frames
    for index, frame in enumerate(frames[:64]):
        if frame.is_signal_frame:
            return frames[index + 1] if index + 1 < len(frames) else frame
    return None


def crash_pc(state: ProcessState) -> int | None:
    """The instruction pointer at the failure; None when unknown."""
    frames, arch = native_frames(state.crashed), by_name(state.arch)
    return frames[0].pc if frames else _register(state, arch and arch.pc_number)


def crash_sp(state: ProcessState) -> int | None:
    """The stack pointer at the failure; None when unknown."""
    frames, arch = native_frames(state.crashed), by_name(state.arch)
    return frames[0].sp if frames else _register(state, arch and arch.sp)


def is_at_stack_pointer(state: ProcessState, address: int) -> bool:
    """Whether the failed access was one of the thread's own stack, as of `push` and `call`: no way
    from an array leads there."""
    stack_pointer = crash_sp(state)
    return stack_pointer is not None and -RED_ZONE <= address - stack_pointer <= PAGE


def _register(state: ProcessState, number: int | None) -> int | None:
    """A general register of the crashed thread, by its DWARF number."""
    if state.crashed is None or number is None:
        return None
    general = state.crashed.thread.registers.general
    return general[number] if len(general) > number else None


def user_end(state: ProcessState) -> int:
    """Nothing of a process of that architecture lies at or above it."""
    arch = by_name(state.arch)
    return MAX_USER_ADDRESS if arch is None else arch.user_end


def is_at_stack_end(state: ProcessState) -> bool:
    """Whether the access failed at the end of the stack: whoever made it needed some of that."""
    address, sp = fault_address(state), crash_sp(state)
    return address is not None and sp is not None and abs(address - sp) < _STACK_REACH


def register_values(state: ProcessState, numbers: Collection[int] | None = None) -> frozenset[int]:
    """What the general registers (by DWARF number; all, but not the pc) hold at the failure; empty
    when a signal handler lies on top of it."""
    crashed, arch = state.crashed, by_name(state.arch)
    if crashed is None or arch is None:
        return frozenset()
    if native_frames(crashed) != _all_native(crashed):
        return frozenset()
    general = crashed.thread.registers.general
    wanted = range(arch.pc_number) if numbers is None else numbers
    values = (general[n] for n in wanted if n < len(general))
    return frozenset(value for value in values if value is not None)


def _all_native(thread: ThreadState) -> tuple[NativeFrame, ...]:
    return () if isinstance(thread.native, Absent) else thread.native.frames


def function_name(frame: NativeFrame) -> str:
    """Demangled name without its arguments, else the symbol; "" when unknown."""
    return frame.name or frame.symbol


def bare_symbol(frame: NativeFrame) -> str:
    """Linkage name without version and compiler suffixes: "_int_free.isra.0" → "_int_free"."""
    return _without_suffixes(frame.symbol or frame.name)


def _without_suffixes(name: str) -> str:
    if "." not in name and "@" not in name:
        return name
    for mark in ("@", ".isra", ".part", ".cold", ".constprop", ".lto_priv"):
        at = name.find(mark)
        if at > 0:
            name = name[:at]
    return name


def runs_through_memory(frame: NativeFrame) -> bool:
    """Whether the function is one that goes through memory byte by byte (memset and its like)."""
    return plain_name(frame).startswith(_SWEEPERS)


def plain_name(frame: NativeFrame) -> str:
    """The function as its caller wrote it: the C library's "__memset_avx2_unaligned_erms" is
    memset."""
    variant = roles.variant_of(bare_symbol(frame))
    return variant or short_name(_without_suffixes(function_name(frame).partition(" [clone ")[0]))


def short_name(name: str) -> str:
    """A long C++ or Rust name without its template and function arguments: "a::f<…>(…)" → "a::f",
    "<a::B<C> as d::E>::f" → "B::f"."""
    name = name.partition(" [clone ")[0]
    if len(name) <= MAX_NAME:
        return name
    if name.startswith("<"):
        name = _rust_method(name)
    bare = _without_brackets(name.replace("(anonymous namespace)::", ""))
    bare = bare.removesuffix(" const").rsplit(" ", 1)[-1] or name
    return shortened(bare, MAX_NAME)


def _rust_method(name: str) -> str:
    """ "<a::B<C> as d::E>::f" → "B::f"; any other name as it is."""
    depth = 0
    for end, letter in enumerate(name):
        if letter == "<":
            depth += 1
        elif letter == ">" and name[end - 1] != "-":
            depth -= 1
            if depth == 0:
                own = _without_brackets(name[1:end]).partition(" as ")[0].rpartition("::")[2]
                return own + name[end + 1 :] if own else name
    return name


def _without_brackets(name: str) -> str:
    kept: list[str] = []
    depth = 0
    for letter, before in zip(name, " " + name):
        if letter in "<({":
            depth += 1
        elif letter in ">)}" and depth:
            depth -= before != "-"
        elif not depth:
            kept.append(letter)
    return "".join(kept)


def describe_frame(frame: NativeFrame) -> str:
    """Where a native frame is, for people: "memset (libc.so.6)", "paint (/app/paint.py:11)"."""
    name = plain_name(frame)
    place = ""
    if frame.location is not None and not frame.location.file.endswith((".S", ".s", ".asm")):
        file = frame.location.file
        if not frame.is_jit:  # of somebody's build folder
            file = file.rsplit("/", 1)[-1]
        place = file_line(file, frame.location.line)
    elif frame.module is not None:
        place = roles.library_title(frame.module.name)
    if not name:
        return f"native code in {place}" if place else f"unknown code at {frame.pc:#x}"
    return f"{name} ({place})" if place else name


def describe_failed(state: ProcessState) -> str:
    """The native function that failed, for people."""
    frames = native_frames(state.crashed)
    return describe_frame(frames[0]) if frames else "native code"


def is_libc(frame: NativeFrame) -> bool:
    """Whether the function is the C library's."""
    return frame.module is not None and roles.is_c_library(frame.module.name)


def is_ctypes(frame: NativeFrame) -> bool:
    """Whether it is ctypes, or libffi, which makes the calls for it."""
    return frame.module is not None and roles.is_ctypes(frame.module.name)


SENDING = frozenset(
    "kill killpg raise gsignal tgkill tkill sigqueue pthread_kill pthread_sigqueue __pthread_kill "
    "__pthread_kill_implementation __pthread_kill_internal os_kill os_killpg signal_raise_signal "
    "signal_pthread_kill signal_pidfd_send_signal".split()
)
"""Functions that send signals: of the C library, and those of CPython that call them."""


def raised_trap(state: ProcessState) -> NativeFrame | None:
    """The native function that has called raise(SIGTRAP), as checks and fatal warnings do (GLib);
    None where nobody has, or Python did (signal.raise_signal, ctypes), whose user's will it is."""
    frames = native_frames(state.crashed)
    raising = next((one for one in frames if not is_libc(one)), None)
    if state.ending.code != SI_TKILL or raising is None or raising is frames[0]:
        return None
    is_pythons = raising.module is None or roles.is_interpreter(raising.module.name)
    return None if is_pythons or is_ctypes(raising) else raising


def is_cpp_library(frame: NativeFrame) -> bool:
    """Whether the function is the C++ library's, be it inlined or made from a template."""
    if frame.module is not None and roles.is_system(frame.module.name):
        return True
    if frame.location is not None and "/c++/" in frame.location.file:
        return True
    return function_name(frame).startswith(("std::", "__gnu_cxx::", "operator new"))


def interpreter_module(state: ProcessState) -> Module | None:
    """The object that holds the interpreter: libpython, or else the executable."""
    executable = None
    for module in state.layout.modules:
        if roles.is_interpreter_library(module.name):
            return module
        if executable is None and module.path == state.process.executable:
            executable = module
    return executable


def is_user_signal(state: ProcessState) -> bool:
    """A process sent the signal (kill, tgkill, sigqueue), be it this one or another."""
    return state.ending.code is not None and state.ending.code <= 0


def ended_by_another(state: ProcessState) -> bool:
    """Whether another process sent the signal that ended it, one outside of its pid namespace among
    them (pid 0): what is seen is the process as it was while it lived."""
    signal = state.ending.signal
    if isinstance(signal, Absent) or signal.code not in SENT:
        return False
    return signal.sender_pid is not None and signal.sender_pid != state.process.pid


def sender_of(state: ProcessState) -> tuple[str, int | None]:
    """(who sent the signal, in words, its pid); ("", None) when unknown."""
    termination = state.ending.termination
    if not isinstance(termination, Absent) and (termination.sender or termination.sender_pid):
        return termination.sender or f"process {termination.sender_pid}", termination.sender_pid
    signal = state.ending.signal
    if not isinstance(signal, Absent) and signal.code <= 0 and signal.sender_pid:
        user = "" if signal.sender_uid is None else f" of user {signal.sender_uid}"
        return f"process {signal.sender_pid}{user}", signal.sender_pid
    return "", None


def in_own_frame(state: ProcessState, named: NamedBuffer) -> bool:
    """Whether the name of a buffer is one that the user gave: a variable of the user's own code."""
    for thread in state.threads:
        if thread.thread.tid == named.tid and named.frame_index < len(thread.stack.frames):
            return thread.stack.frames[named.frame_index].mine
    return False


def all_values(value: Value, depth: int = 4) -> Iterator[tuple[str, Value]]:
    """(accessor path, value) of a value and all decoded parts of it."""
    yield "", value
    if depth > 0:
        for accessor, child in value.children:
            for path, inner in all_values(child, depth - 1):
                yield accessor + path, inner


def called_through_ctypes(state: ProcessState) -> bool:
    """Whether the failing native call was made through ctypes: the frames of libffi, or of what
    calls that, lie between the failing function and the innermost Python frame. ctypes also reads
    and writes memory by itself, in functions that have no names where it is stripped."""
    for native in _inside_python(state):
        name = "" if native.module is None else native.module.name
        if name.startswith("_cffi"):
            return False
        if name.startswith("libffi") or native.symbol.startswith(_CTYPES_CALLS):
            return True
    return False


def called_by_ctypes(state: ProcessState) -> NativeFrame | None:
    """The function that was called through ctypes, where that can be told from its frames."""
    called = None
    for native in _inside_python(state):
        name = "" if native.module is None else native.module.name
        if name.startswith("libffi") or native.symbol.startswith(_CTYPES_CALLS):
            return called
        called = native
    return None


def accessed_by_ctypes(state: ProcessState) -> bool:
    """Whether ctypes itself failed, as it followed a pointer or read or wrote a field for Python
    code."""
    return not called_through_ctypes(state) and any(
        native.module is not None and native.module.name.startswith("_ctypes")
        for native in _inside_python(state)
    )


def converts_result(state: ProcessState) -> bool:
    """Whether ctypes was making a Python object of what a C function had returned."""
    return any(bare_symbol(native).startswith("GetResult") for native in _inside_python(state))


def _inside_python(state: ProcessState) -> Iterator[NativeFrame]:
    """The native frames inside the innermost Python one, the innermost first."""
    for frame in crash_frames(state.crashed):
        if frame.python is not None:
            return
        if frame.native is not None:
            yield frame.native
