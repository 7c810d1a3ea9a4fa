"""The C++ exception that is being handled in the crashed thread: its type, and what it says.

An uncaught exception, and one that leaves a noexcept function, is marked as caught by the runtime
before std::terminate runs, so it is the first in the thread's list of caught ones
(libstdc++-v3/libsupc++/unwind-cxx.h, eh_globals.cc; Itanium C++ ABI: Exception Handling, 2.2):

    fs:8 ─► dtv[module] ─► __cxa_eh_globals    +0 caughtExceptions   +8 u32 uncaughtExceptions
                                │
      __cxa_exception ◄─────────┘        +0  type_info*      (dependent: the primary object)
                                         +32 next
                                         +40 i32 handlerCount
                                         +80 _Unwind_Exception: "GNUCC++\\0" (\\1: dependent)
      thrown object                      +112       u32 referenceCount is 16 bytes before all that

Where the thread-local variable lies is in the instructions of __cxa_get_globals itself. Where
it names none, the exception may be another runtime's (linked statically into a library), or still
be on its way when std::terminate is called; then the stack is searched for a pointer to such a
header, which its class field, its counts and its type prove.

what() is a virtual function of unknown code; `accessor` evaluates those that merely return a
pointer, as those of the standard library do. The others leave the text empty rather than guessed.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.endings import CppException
from atfault.model.process import Module, SignalInfo, Thread
from atfault.native import musl
from atfault.native.abort_info import printable_text
from atfault.native.accessor import returned_pointer
from atfault.native.debug_files import open_elf
from atfault.native.demangling import itanium
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Memory, Snapshot

MAX_WHAT = 4096
MAX_TYPE_NAME = 4096
MAX_BASES = 64
_MAX_STACK = 1 << 18
_HEADER, _OBJECT = 80, 32
_CLASS_PRIMARY = int.from_bytes(b"GNUCC++\0", "big")
_CLASS_DEPENDENT = _CLASS_PRIMARY | 1
_CLASS_LIBCXX = int.from_bytes(b"CLNGC++\0", "big")
_NOT_HANDLED = Absent("no C++ exception was being handled")

_STRING_TYPE = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

_INTEGERS = {"i": "<i", "j": "<I", "l": "<q", "m": "<Q", "x": "<q", "y": "<Q", "s": "<h", "t": "<H"}
_REALS = {"f": "<f", "d": "<d"}


def cpp_exception(snapshot: Snapshot, modules: ModuleMap) -> CppException | Absent:
    """The exception that the crashed thread was handling, or why none can be told."""
    thread = crashed_thread(snapshot)
    if thread is None:
        return Absent("it is not known which thread crashed")
    runtimes = [m for m in modules.modules if roles.is_cpp_library(m.name)]
    is_known, in_flight = False, 0
    for module in runtimes:
        try:
            globals_address = _globals_address(snapshot, module, thread)
            if globals_address is None:
                continue
            header = snapshot.memory.u64(globals_address) if globals_address else 0
            if header:
                return _describe(snapshot.memory, header + _HEADER, snapshot.arch)
            in_flight += snapshot.memory.u32(globals_address + 8) if globals_address else 0
            is_known = True
        except MemoryFault:
            continue
    found = _on_stack(snapshot, thread, in_flight > 0)
    if found is not None:
        return found
    if is_known:
        return _NOT_HANDLED
    if not runtimes:
        return Absent("the program loaded no C++ runtime")
    return Absent("the C++ runtime's record of exceptions was not found")


def _on_stack(snapshot: Snapshot, thread: Thread, in_flight: bool) -> CppException | None:
    """The exception that the stack points to: the innermost one that is being handled, or else,
    when one is known to be on its way, the only one that is not."""
    memory = snapshot.memory
    flying = []
    for header in _headers_on_stack(snapshot, thread):
        try:
            is_handled = _is_alive(memory, header) and memory.i32(header - _HEADER + 40) != 0
            is_flying = in_flight and not is_handled and _is_alive(memory, header)
        except MemoryFault:
            continue
        if not is_handled and not is_flying:
            continue
        found = _describe(memory, header, snapshot.arch)
        if isinstance(found, CppException):
            if is_handled:
                return found
            flying.append(found)
    return flying[0] if len(flying) == 1 else None


def _is_alive(memory: Memory, unwind_header: int) -> bool:
    """Whether the exception's memory has not been freed: allocated, it begins with the reference
    count and zeros; free, with the allocator's pointers. Raises MemoryFault."""
    kind = memory.u64(unwind_header)
    if kind & ~1 != _CLASS_PRIMARY:
        return True  # of libc++, which has another layout
    if kind & 1:
        unwind_header = memory.u64(unwind_header - _HEADER) - _OBJECT
    count, *padding = struct.unpack("<4I", memory.read(unwind_header - _HEADER - 16, 16))
    return 0 < count < 1 << 16 and not any(padding)


def crashed_thread(snapshot: Snapshot) -> Thread | None:
    """The thread that took the signal: the one that siginfo names, else the first."""
    if not snapshot.threads:
        return None
    if isinstance(snapshot.signal, SignalInfo) and snapshot.signal.tid is not None:
        for thread in snapshot.threads:
            if thread.tid == snapshot.signal.tid:
                return thread
    return snapshot.threads[0]


def _globals_address(snapshot: Snapshot, module: Module, thread: Thread) -> int | None:
    """Address of the thread's __cxa_eh_globals: 0 when it never used it, None when unknown (on
    AArch64 always: a function of the dynamic loader is asked there, not __tls_get_addr).

    __cxa_get_globals, as GCC compiles it for a shared library on x86-64:

        48 8d 3d rel32    lea  rdi, [rip + rel32]     → struct tls_index { module id, offset }
        e8 rel32          call __tls_get_addr
        48 05 imm32       add  rax, imm32             optional: local dynamic model
    """
    memory, pointer = snapshot.memory, thread.registers.thread_pointer
    if module.file is None or pointer is None or snapshot.arch.link is not None:
        return None
    elf = open_elf(module.file)
    start = dynamic_symbol(elf, "__cxa_get_globals") if elf is not None else None
    if start is None:
        return None
    start += module.load_bias
    code = memory.read(start, 48)
    lea = code.find(b"\x48\x8d\x3d")
    if not 0 <= lea <= 16:
        return None
    call = code.find(b"\xe8", lea + 7, lea + 12)
    if call < 0:
        return None
    index = start + lea + 7 + struct.unpack_from("<i", code, lea + 3)[0]
    extra = 0
    add = code.find(b"\x48\x05", call + 5, call + 12)
    if add >= 0:
        extra = struct.unpack_from("<i", code, add + 2)[0]
    module_id, offset = memory.u64s(index, 2)
    if not 0 < module_id < 1 << 16:
        return None
    dtv = memory.u64(pointer + 8)
    # Each entry of glibc's has a second word, for free; musl's do not (__tls_get_addr).
    entry = 8 if musl.is_thread(memory, pointer, snapshot.arch) else 16
    block = memory.u64(dtv + entry * module_id)
    if block in (0, (1 << 64) - 1):  # TLS_DTV_UNALLOCATED: this thread never asked for it
        return 0
    return (block + offset + extra) % (1 << 64)


def _headers_on_stack(snapshot: Snapshot, thread: Thread) -> Iterator[int]:
    """Addresses of _Unwind_Exception headers that the stack points to, the innermost first.

    They are allocated with malloc and aligned to 16 bytes, so only such words are followed that
    point into writable memory without a file.
    """
    sp = snapshot.arch.stack_pointer(thread.registers)
    if sp is None:
        return
    memory, end = snapshot.memory, snapshot.arch.user_end
    data = memory.read_upto(sp & ~7, _MAX_STACK)
    words = memoryview(data)[: len(data) & ~7].cast("Q")
    seen: set[int] = set()
    mappings = snapshot.mappings
    starts = [mapping.start for mapping in mappings] or [1 << 64]
    for word in words:
        if word & 15 or word < 1 << 16 or word >= end or word in seen:
            continue
        seen.add(word)
        mapping = mappings[bisect_right(starts, word) - 1] if word >= starts[0] else None
        if mapping is None or word >= mapping.end or not mapping.writable or mapping.shared:
            continue
        if mapping.path.startswith("/"):
            continue
        try:
            found = memory.u64(word)
        except MemoryFault:
            continue
        if found in (_CLASS_PRIMARY, _CLASS_DEPENDENT, _CLASS_LIBCXX):
            yield word


def _describe(memory: Memory, unwind_header: int, arch: Architecture) -> CppException | Absent:
    """The exception with its _Unwind_Exception at `unwind_header`."""
    try:
        kind = memory.u64(unwind_header)
        if kind & ~1 not in (_CLASS_PRIMARY, _CLASS_LIBCXX):
            return Absent("an exception of another language was being handled")
        thrown = unwind_header + _OBJECT
        if kind & 1:
            thrown = memory.u64(unwind_header - _HEADER)
        type_info = memory.u64(thrown - _OBJECT - _HEADER)
    except MemoryFault as fault:
        return Absent(f"the exception cannot be read ({fault})")
    return thrown_object(memory, type_info, thrown, arch)


def thrown_object(
    memory: Memory, type_info: int, thrown: int, arch: Architecture
) -> CppException | Absent:
    """The exception whose object and std::type_info lie at two addresses."""
    try:
        mangled = type_name(memory, type_info)
    except MemoryFault as fault:
        return Absent(f"the exception cannot be read ({fault})")
    name = itanium.texts((mangled,)).get(mangled, "").replace(_STRING_TYPE, "std::string")
    if not name:
        return Absent("the exception's type cannot be read")
    try:
        what = _what(memory, mangled, type_info, thrown, arch)
    except MemoryFault:
        what = ""
    return CppException(name, what, thrown)


def type_name(memory: Memory, type_info: int) -> str:
    """The mangled name in a std::type_info (vptr, name); one with internal linkage begins with *.

    Raises MemoryFault.
    """
    raw = memory.cstring(memory.u64(type_info + 8), MAX_TYPE_NAME)
    return raw.decode("ascii", "backslashreplace").removeprefix("*")


def _what(memory: Memory, mangled: str, type_info: int, thrown: int, arch: Architecture) -> str:
    """The text of the exception; "" when it has none or it cannot be told. Raises MemoryFault."""
    if mangled in _INTEGERS or mangled in _REALS:
        code = _INTEGERS.get(mangled) or _REALS[mangled]
        return str(struct.unpack(code, memory.read(thrown, struct.calcsize(code)))[0])
    if mangled in ("PKc", "Pc"):
        return printable_text(memory.cstring(memory.u64(thrown), MAX_WHAT))
    if mangled in ("NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", "Ss"):
        return _string(memory, thrown)
    for name, address in bases(memory, mangled, type_info, thrown):
        if name == "N8pybind1117error_already_setE":
            # pybind11/pytypes.h: vptr, shared_ptr to {type, value, traceback, std::string …}
            return _python_error(_string(memory, memory.u64(address + 8) + 24))
        if name.startswith("N8nanobind") and name.endswith("12python_errorE"):
            # nanobind/nb_error.h: vptr, value, char *; made when it is asked for
            text = memory.u64(address + 16)
            return _python_error(printable_text(memory.cstring(text, MAX_WHAT))) if text else ""
        if name == "N3c105ErrorE":  # c10/util/Exception.h: vptr, std::string msg_, …
            return _string(memory, address + 8)
        if name == "St9exception":
            # The virtual functions of std::exception: two destructors, then what().
            function = memory.u64(memory.u64(address) + 16)
            pointer = returned_pointer(memory, function, address, arch)
            if pointer:
                return printable_text(memory.cstring(pointer, MAX_WHAT))
    return ""


def _python_error(text: str) -> str:
    """The Python exception alone, of a text with the traceback before or behind it."""
    text = text.partition("\n\nAt:\n")[0].strip()
    return text.rpartition("\n")[2] if text.startswith("Traceback ") else text


def bases(memory: Memory, mangled: str, type_info: int, address: int) -> Iterator[tuple[str, int]]:
    """(mangled name, address of the subobject) of a class and of all its bases, itself first.

    std::type_info of classes (Itanium C++ ABI 2.9.5), told apart by the class of the type_info:

        __class_type_info       +0 vptr  +8 name
        __si_class_type_info    … +16 base             one base at offset 0
        __vmi_class_type_info   … +16 u32 flags  +20 u32 count  +24 {base, i64 offset << 8 | flags}…
    """
    pending = [(mangled, type_info, address)]
    seen: set[tuple[int, int]] = set()
    while pending and len(seen) < MAX_BASES:
        name, info, where = pending.pop(0)
        if (info, where) in seen:
            continue
        seen.add((info, where))
        yield name, where
        kind = type_name(memory, memory.u64(memory.u64(info) - 8))
        if kind == "N10__cxxabiv120__si_class_type_infoE":
            base = memory.u64(info + 16)
            pending.append((type_name(memory, base), base, where))
        elif kind == "N10__cxxabiv121__vmi_class_type_infoE":
            count = min(memory.u32(info + 20), MAX_BASES)
            for number in range(count):
                base, packed = memory.u64s(info + 24 + 16 * number, 2)
                offset = (packed >> 8) - ((packed >> 63) << 56)
                if packed & 1:  # virtual: the offset is in the vtable
                    offset = memory.i64(memory.u64(where) + offset)
                pending.append((type_name(memory, base), base, where + offset))


def _string(memory: Memory, address: int) -> str:
    """A std::string of libstdc++'s C++11 ABI: {pointer, size, 16 bytes: capacity or the text}."""
    pointer, size, capacity = memory.u64s(address, 3)
    if pointer == address + 16:
        capacity = 15
    if size > capacity or memory.read(pointer + size, 1) != b"\0":
        return ""
    return printable_text(memory.read(pointer, min(size, MAX_WHAT)))
