"""The layout of a CPython that is newer than the tables, as its own `_Py_DebugOffsets` tells it.

The numbers are offsets, but which is which changes: 3.14 put threads_main behind threads_head, 3.15
base_frame behind current_frame. So none is taken by its place. They come in a known order, with
unknown ones in between, and each must lead to what has to be there:

    words of the table   … 808 │ 225864 7280 7272 7344 7360 … │ 832 0 8 16 72 … │ 88 8 0 56 80 74 …
                           │                      │                   │  │           │ │
    _PyRuntime + 808 ──────╯→ interpreter + 7344 ─╯→ thread state + 16 ╯  ╰ + 72 → frame + 0 → code
                              ╰──────────────── leads back ────────────╯

A code object is one whose type is the type of all code objects, an instruction lies in it, its line
table covers just its instructions, its names read as names. Where the first way that fits has been
found, it has been tried on every thread. Where none fits, nothing is read.

What the table does not tell (how a dict's keys lie, the bits of a str) is taken from the newest
table there is, and believed where a look-up comes out right: sys.modules["sys"], sys's "modules".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from atfault.cpython.frames import linetable
from atfault.cpython.offsets import Structs
from atfault.cpython.values.dicts import DictTable, dict_items, find_key
from atfault.cpython.values.strings import read_text
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.snapshot.protocol import Memory

Fields = dict[str, int]

WORDS = 160
"""8-byte words behind the table's header that are looked at; 3.15 has some 110."""
MAX_READS = 200_000
MAX_THREADS = 16
MAX_FRAMES = 64
MAX_CODES = 32
"""Of each so many are tried."""
MAX_MODULES = 1 << 14
_MAX_OFFSET = 1 << 20
_GAP = 8
"""Numbers that a later version may have put between two that follow each other today."""
_NEAR = 64
"""Bytes that the links of a thread state lie apart at most: they are its first three."""
_TAGS = 7
"""Low bits that a reference in a frame may keep for itself: objects are 8-aligned at the least."""
_FIRST_SHIM_OWNER = 3
_MAX_KIND_SHIFT = 24
_MAX_NAME = 4096
_BYTES, _UNICODE, _DICT = 1 << 27, 1 << 28, 1 << 29
"""Of tp_flags: part of the stable ABI."""
_TP_FLAGS = 144
"""From tp_name to tp_flags."""
_SHARED = (
    "PyVarObject",
    "PyCompactUnicodeObject",
    "PyUnicodeObject",
    "PyASCIIObject",
    "PyBytesObject",
    "PyLongObject",
    "PyDictObject",
    "PyDictKeysObject",
    "PyDictKeyEntry",
    "PyDictUnicodeEntry",
    "PyDictValues",
    "PyModuleObject",
    "PyHeapTypeObject",
)
"""What is taken from the newest table first, and tried."""


class _OtherLayout(Exception):
    """Nothing fits; the message says what was looked for."""


class _Bounded(Memory):
    """Memory of which so much may be read: the numbers that lead through it may be anybody's."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._left = MAX_READS

    def read(self, address: int, size: int) -> bytes:
        self._left -= 1
        if self._left < 0:
            raise _OtherLayout("too many ways to read them were tried")
        return self._memory.read(address, size)


class _States(NamedTuple):
    """Where the interpreter and its thread states are. Numbers are indexes of words."""

    head: int
    """_PyRuntimeState.interpreters.head."""
    threads: int
    """PyInterpreterState.threads.head."""
    number: tuple[int, int]
    """PyInterpreterState.id, next."""
    links: tuple[int, int]
    """PyThreadState.prev, next."""
    interp: int
    """PyThreadState.interp."""
    interpreter: int
    """Address of the first one."""
    tstates: tuple[int, ...]


class _Frame(NamedTuple):
    """One frame of Python code."""

    address: int
    code: int


class _Frames(NamedTuple):
    """How frames are chained, and those that were found that way."""

    current: int
    """Index of the word that is PyThreadState.current_frame."""
    last: int
    """Index of the last word that was used."""
    fields: Fields
    frames: tuple[_Frame, ...]
    kind: int
    """Address of the type of code objects."""


def describe(
    memory: Memory, runtime: int, words: Sequence[int], threads: Sequence[Thread], known: Structs
) -> Structs | Absent:
    """Structure → field → offset of what could be verified; Absent where that is not enough for
    stacks and lines.

    words: what follows the header of the table at `runtime`. threads: of the process. known: the
    newest table for such a build (with or without a GIL).
    """
    try:
        return _Description(_Bounded(memory), runtime, words, threads, known).structs()
    except _OtherLayout as other:
        return Absent(f"how it is laid out could not be told from its debug offsets: {other}")
    except MemoryFault as fault:
        return Absent(f"its debug offsets cannot be tried: {fault}")


class _Description:
    """Tries the words of one table on the process they are from."""

    def __init__(
        self,
        memory: Memory,
        runtime: int,
        words: Sequence[int],
        threads: Sequence[Thread],
        known: Structs,
    ) -> None:
        self._memory = memory
        self._runtime = runtime
        self._threads = threads
        self._known = known
        self._head = known["PyObject"]["sizeof"]
        objects = self._find_objects(words)
        self._words = words[:objects]
        self._object_words = words[objects:]
        name = self._head + 8
        type_fields = {
            "tp_name": name,
            "tp_basicsize": name + 8,
            "tp_itemsize": name + 16,
            "tp_flags": name + _TP_FLAGS,
        }
        self._structs: Structs = {name: dict(known[name]) for name in _SHARED if name in known}
        self._structs["PyObject"] = dict(known["PyObject"])
        self._structs["PyTypeObject"] = {**known["PyTypeObject"], **type_fields}

    def structs(self) -> Structs:
        """All that fits. Raises _OtherLayout, MemoryFault."""
        states, frames = self._stacks()
        found = self._structs
        words = self._words
        found["_PyRuntimeState"] = {"interpreters_head": words[states.head]}
        finalizing = words[states.head - 1]
        if self._try_u64(self._runtime + finalizing) in (0, *states.tstates):
            found["_PyRuntimeState"]["finalizing"] = finalizing
        found["PyInterpreterState"] = {
            "id": words[states.number[0]],
            "next": words[states.number[1]],
            "threads_head": words[states.threads],
            **self._modules(states),
        }
        found["PyThreadState"] = {
            "prev": words[states.links[0]],
            "next": words[states.links[1]],
            "interp": words[states.interp],
            "current_frame": words[frames.current],
            **self._thread_ids(states, frames),
        }
        self._find_cached_keys(states)
        return found

    def _find_objects(self, words: Sequence[int]) -> int:
        """Index of the group of PyObject, behind which those of the object types come."""
        head, at_type = self._head, self._known["PyObject"]["ob_type"]
        name = head + 8
        for index in range(len(words) - 10):
            start, behind = words[index : index + 4], words[index + 4 : index + 10]
            if (*start[:2], start[3]) == (head, at_type, name) and name + _TP_FLAGS in behind:
                return index
        raise _OtherLayout("objects do not begin as in any release (built with Py_TRACE_REFS?)")

    # --- interpreters and thread states ---

    def _stacks(self) -> tuple[_States, _Frames]:
        """The first way that leads to frames whose code objects can be read."""
        reason = "no interpreter with a list of threads was found"
        for states in self._states():
            reason = "no thread has Python frames by which the rest could be tried"
            for frames in self._frames(states):
                reason = "the frames lead to no code objects that can be read"
                if self._read_codes(frames):
                    return states, frames
        raise _OtherLayout(reason)

    def _states(self) -> Iterator[_States]:
        words = self._words
        for head in range(2, 2 + _GAP):
            interpreter = self._pointer(self._runtime + words[head])
            if not interpreter:
                continue
            for threads in range(head + 4, min(head + 4 + _GAP, len(words))):
                first = self._pointer(interpreter + words[threads])
                numbers = first and self._numbers(interpreter, head, threads)
                for interp in range(threads + 4, len(words)) if numbers else ():
                    for links in self._neighbours(threads + 1, interp):
                        tstates = self._list_of_threads(interpreter, first, links, interp)
                        if tstates and numbers:
                            yield _States(
                                head, threads, numbers, links, interp, interpreter, tstates
                            )

    def _neighbours(self, low: int, end: int) -> Iterator[tuple[int, int]]:
        """Pairs of words right before `end`, nearest first: offsets of two neighbours."""
        words = self._words
        behind = range(max(low, end - 4), end)
        for pair in sorted(combinations(behind, 2), reverse=True):
            if abs(words[pair[0]] - words[pair[1]]) == 8:
                yield pair

    def _numbers(self, interpreter: int, head: int, threads: int) -> tuple[int, int] | None:
        """The words of an interpreter's number and of its link to the next one."""
        words = self._words
        for number, following in self._neighbours(head + 2, threads):
            own = self._try_u64(interpreter + words[number])
            link = self._try_u64(interpreter + words[following])
            if own is None or own >= 1 << 32 or link is None:
                continue
            if not link or self._pointer(interpreter + words[following]):
                return number, following
        return None

    def _list_of_threads(
        self, interpreter: int, first: int, links: tuple[int, int], interp: int
    ) -> tuple[int, ...]:
        """The thread states, whose links lead forth and back; () when they do not."""
        previous, following = [self._words[index] for index in links]
        owner = self._words[interp]
        if max(previous, following, owner) - min(previous, following, owner) > _NEAR:
            return ()
        found: list[int] = []
        before, address = 0, first
        while address and len(found) < MAX_THREADS:
            if address in found or self._try_u64(address + previous) != before:
                return ()
            if self._try_u64(address + owner) != interpreter:
                return ()
            found.append(address)
            before, address = address, self._try_u64(address + following) or 0
        return tuple(found)

    def _thread_ids(self, states: _States, frames: _Frames) -> Fields:
        """thread_id, which is pthread_self(): the address of a block that begins with its own; and
        the kernel's id behind it, where that is one of a thread here."""
        pointers = {thread.registers.thread_pointer for thread in self._threads} - {None, 0}
        tids = {thread.tid for thread in self._threads}
        words = self._words
        for index in range(frames.current + 1, min(frames.current + 1 + _GAP, len(words) - 1)):
            idents = [self._try_u64(tstate + words[index]) or 0 for tstate in states.tstates]
            own = [ident for ident in idents if ident]
            told = [i in pointers or self._pointer(i) == i for i in own]
            gone = [self._try_u64(i) is None for i in own]
            if any(told) and all(a or b for a, b in zip(told, gone)):
                found = {"thread_id": words[index]}
                noted = [self._try_u64(tstate + words[index + 1]) for tstate in states.tstates]
                if tids.intersection(noted):
                    found["native_thread_id"] = words[index + 1]
                return found
        raise _OtherLayout("its threads could not be tied to those of the kernel")

    # --- frames ---

    def _frames(self, states: _States) -> Iterator[_Frames]:
        words, first = self._words, states.interp + 1
        for current in range(first, min(first + _GAP, len(words))):
            tops = [self._try_u64(tstate + words[current]) or 0 for tstate in states.tstates]
            if not any(tops):
                continue
            for fields, last in self._frame_layouts(current):
                frames = self._walk([top for top in tops if top], fields)
                if frames:
                    kind = self._memory.u64(frames[0].code + self._at_type)
                    yield _Frames(current, last, fields, frames, kind)

    def _frame_layouts(self, current: int) -> Iterator[tuple[Fields, int]]:
        """Ways to read the words behind `current`, in their order: size, previous, executable,
        instr_ptr, localsplus, owner. A frame is as large as all before its variables, and one."""
        words = self._words
        for start in range(current + 2, len(words) - 5):
            size = words[start]
            if not 32 <= size <= 1024:
                continue
            behind = range(start + 1, min(start + 1 + _GAP, len(words)))
            for picked in combinations(behind, 5):
                previous, executable, instruction, variables, owner = [words[i] for i in picked]
                if variables != size - 8 or max(previous, executable, instruction) > size - 16:
                    continue
                if owner >= variables or len({previous, executable, instruction}) < 3:
                    continue
                yield (
                    {
                        "previous": previous,
                        "f_executable": executable,
                        "instr_ptr": instruction,
                        "localsplus": variables,
                        "owner": owner,
                    },
                    picked[-1],
                )

    def _walk(self, tops: Sequence[int], fields: Fields) -> tuple[_Frame, ...]:
        """The frames with code, of all chains; () when a chain is none. The innermost frame of a
        thread that runs on may be in the making."""
        found: list[_Frame] = []
        kind = 0
        is_whole = False
        for top in tops:
            seen: set[int] = set()
            address = top
            while address and len(seen) < MAX_FRAMES:
                executable = self._try_u64(address + fields["f_executable"])
                owner = self._try_u8(address + fields["owner"])
                if address in seen or address % 8 or executable is None or owner is None:
                    break
                seen.add(address)
                type_of_it = self._code_type_of(executable & ~_TAGS)
                fits = bool(type_of_it) == (owner < _FIRST_SHIM_OWNER)
                if type_of_it and fits:
                    fits = kind in (0, type_of_it) and self._is_inside(address, fields, executable)
                    kind = kind or type_of_it
                if not fits and address != top:
                    return ()
                if type_of_it and fits:
                    found.append(_Frame(address, executable & ~_TAGS))
                address = self._try_u64(address + fields["previous"]) or 0
            is_whole = is_whole or not address or len(seen) >= MAX_FRAMES
        return tuple(found) if is_whole else ()

    @property
    def _at_type(self) -> int:
        return self._structs["PyObject"]["ob_type"]

    def _code_type_of(self, address: int) -> int:
        """Address of the type of code objects, if the object at `address` is one; else 0.

        Its type's type is its own, its items are code units, and the offset of the first of them
        stands in the table.
        """
        kind = self._pointer(address + self._at_type) if address > 4096 else 0
        metatype = self._pointer(kind + self._at_type) if kind else 0
        if not metatype or self._pointer(metatype + self._at_type) != metatype:
            return 0
        fields = self._structs["PyTypeObject"]
        basic = self._try_u64(kind + fields["tp_basicsize"]) or 0
        if self._try_u64(kind + fields["tp_itemsize"]) != 2 or basic not in self._words:
            return 0
        name = self._try_u64(kind + fields["tp_name"]) or 0
        try:
            return kind if self._memory.cstring(name, 8) == b"code" else 0
        except MemoryFault:
            return kind

    def _is_inside(self, frame: int, fields: Fields, executable: int) -> bool:
        """Whether the frame's instruction is one of its code's. Free-threaded builds may run copies
        of them, which lie elsewhere."""
        if "ob_tid" in self._known["PyObject"]:
            return True
        code = executable & ~_TAGS
        start, size = self._instructions(code)
        instruction = self._try_u64(frame + fields["instr_ptr"]) or 0
        return start <= instruction < start + size and instruction % 2 == 0

    def _instructions(self, code: int) -> tuple[int, int]:
        """(address of the first instruction, bytes of all)."""
        kind = self._memory.u64(code + self._at_type)
        basic = self._memory.u64(kind + self._structs["PyTypeObject"]["tp_basicsize"])
        return code + basic, 2 * (self._try_u64(code + self._head) or 0)

    # --- code objects ---

    def _read_codes(self, frames: _Frames) -> bool:
        """Find the fields of code objects, and of str and bytes on the way."""
        codes = list(dict.fromkeys([frame.code for frame in frames.frames]))[:MAX_CODES]
        basic = self._memory.u64(frames.kind + self._structs["PyTypeObject"]["tp_basicsize"])
        words, last = self._words, frames.last + 1
        for end in [i for i in range(last + 6, len(words)) if words[i] == basic]:
            starts = [i for i in range(last, end) if words[i] in (basic + 4, basic + 8)]
            for start in reversed(starts):
                fields = self._code_fields(codes, start, end)
                if fields is None:
                    continue
                fields.update({"sizeof": words[start], "co_code_adaptive": basic})
                self._structs["PyCodeObject"] = fields
                self._structs["_PyInterpreterFrame"] = dict(frames.fields)
                if self._find_copies(frames, start, end):
                    return True
        return False

    def _code_fields(self, codes: Sequence[int], start: int, end: int) -> Fields | None:
        between = range(start + 1, end)
        tables = [i for i in between if self._are(codes, self._words[i], _BYTES)]
        for index in tables:
            functions = self._functions(codes, self._words[index])
            if not functions:
                continue
            texts = [
                i for i in range(start + 1, index) if self._are(codes, self._words[i], _UNICODE)
            ]
            for picked in combinations(texts, 3):
                file, name, qualname = [self._words[i] for i in picked]
                first_line = self._words[index + 1]
                if len({file, name, qualname}) == 3 and self._are_named(
                    functions, name, qualname, file, first_line
                ):
                    return {
                        "co_filename": file,
                        "co_name": name,
                        "co_qualname": qualname,
                        "co_linetable": self._words[index],
                        "co_firstlineno": first_line,
                    }
        return None

    def _are(self, codes: Sequence[int], offset: int, flag: int) -> bool:
        """Whether what all the code objects have at `offset` is of a type with that flag."""
        return offset < _MAX_OFFSET and all(
            self._is_a(self._try_u64(code + offset) or 0, flag) for code in codes
        )

    def _is_a(self, address: int, flag: int) -> bool:
        kind = self._pointer(address + self._at_type) if address > 4096 else 0
        flags = self._try_u64(kind + self._structs["PyTypeObject"]["tp_flags"]) if kind else 0
        return bool((flags or 0) & flag)

    def _functions(self, codes: Sequence[int], offset: int) -> list[int]:
        """The code objects of functions and modules, if what they have at `offset` are line tables
        of their instructions; else []. The interpreter has others for its own use (a frame round
        each `__init__`), whose tables know no line."""
        fields = self._structs["PyBytesObject"]
        candidates = [fields["ob_sval"]]
        for size, at_size, at_text in self._triples():
            if at_size == self._head and at_text == size - 8:
                candidates.append(at_text)
        for at_text in dict.fromkeys(candidates):
            try:
                found = [code for code in codes if self._has_lines(code, offset, at_text)]
            except (MemoryFault, ValueError):
                continue
            if found:
                fields["ob_sval"] = at_text
                return found
        return []

    def _has_lines(self, code: int, offset: int, at_text: int) -> bool:
        """Whether the code object is one with lines. Raises MemoryFault, or ValueError where it has
        no line table of its own there."""
        table = self._memory.u64(code + offset)
        size = self._memory.u64(table + self._head)
        if not 0 <= size < 1 << 22:
            raise ValueError("its size is impossible")
        units, has_lines = linetable.code_units(self._memory.read(table + at_text, size))
        if has_lines and 2 * units != self._instructions(code)[1]:
            raise ValueError("it is another code's")
        return has_lines

    def _triples(self) -> list[tuple[int, int, int]]:
        words = self._object_words[:64]
        return list(zip(words, words[1:], words[2:]))

    def _are_named(
        self, codes: Sequence[int], name: int, qualname: int, file: int, first_line: int
    ) -> bool:
        """Whether these are the offsets of their names, files and first lines: a qualified name
        ends with the name, and a module begins at line 1."""
        for layout in self._text_layouts():
            try:
                read = [
                    [self._text(code + at, layout) for at in (name, qualname, file)]
                    for code in codes
                ]
            except (MemoryFault, ValueError):
                continue
            lines = [self._try_u64(code + first_line) for code in codes]
            numbers = [-1 if line is None else line & 0xFFFF_FFFF for line in lines]
            modules = [n for n, (own, _, _) in zip(numbers, read) if own == "<module>"]
            if (
                all(own and path and full.endswith(own) for own, full, path in read)
                and all(0 <= number < 1 << 24 for number in numbers)
                and (not modules or 1 in modules)
                and any("/" in path or path.startswith("<") for _, _, path in read)
            ):
                self._structs.update(layout)
                return True
        return False

    def _text_layouts(self) -> Iterator[Structs]:
        """How a str may lie: as in the newest table, or as this one says (state, length, size). The
        bits of `state` come in one order, behind some that tell how it is interned."""
        known = self._structs["PyASCIIObject"]
        places = [(known["state"], known["length"], known["sizeof"])]
        for state, length, size in self._triples():
            if length == self._head and length < state < size <= state + 16 and size % 8 == 0:
                places.append((state, length, size))
        for state, length, size in dict.fromkeys(places):
            for shift in dict.fromkeys((known["state.kind_shift"], *range(_MAX_KIND_SHIFT))):
                ascii_fields = {
                    **known,
                    "state": state,
                    "length": length,
                    "sizeof": size,
                    "state.kind_shift": shift,
                    "state.compact_shift": shift + 3,
                    "state.ascii_shift": shift + 4,
                }
                yield {
                    "PyASCIIObject": ascii_fields,
                    "PyCompactUnicodeObject": {"sizeof": size + 16, "utf8": size + 8},
                    "PyUnicodeObject": {"sizeof": size + 24, "data": size + 16},
                }

    def _text(self, pointer: int, layout: Structs) -> str:
        """The name that the word at `pointer` leads to. Raises MemoryFault, or ValueError."""
        address = self._memory.u64(pointer)
        text, length = read_text(self._memory, layout, address, _MAX_NAME)
        if length > _MAX_NAME or not text.isprintable():
            raise ValueError("no name")
        end = address + layout["PyASCIIObject"]["sizeof"] + length
        if text.isascii() and self._memory.u8(end):
            raise ValueError("no NUL behind it")
        return text

    def _find_copies(self, frames: _Frames, start: int, end: int) -> bool:
        """Free-threaded builds: where the copies of a code object's instructions are, of which the
        first is the original, and which of them a frame runs. False when neither those nor the
        original hold any frame's instruction."""
        if "ob_tid" not in self._known["PyObject"]:
            return True
        words = self._words
        codes = [frame.code for frame in frames.frames]
        copies = next(
            (w for w in words[end + 1 : end + 4] if any(self._leads_back(c, w) for c in codes)), 0
        )
        own = self._structs["_PyInterpreterFrame"]
        for at in words[frames.last + 1 : start] if copies else ():
            if at < own["localsplus"] and self._inside(frames, copies, at) == len(frames.frames):
                own["tlbc_index"] = at
                self._structs["PyCodeObject"]["co_tlbc"] = copies
                return True
        return self._inside(frames, 0, 0) > 0

    def _leads_back(self, code: int, offset: int) -> bool:
        array = self._pointer(code + offset) if offset < _MAX_OFFSET else 0
        return bool(array) and self._try_u64(array + 8) == self._instructions(code)[0]

    def _inside(self, frames: _Frames, copies: int, at: int) -> int:
        """How many frames' instructions lie in their code's, or in the copy whose number stands at
        `at` in the frame."""
        inside = 0
        for frame in frames.frames:
            start, size = self._instructions(frame.code)
            number = (self._try_u64(frame.address + at) or 0) & 0xFFFF_FFFF if copies else 0
            if number:
                array = self._try_u64(frame.code + copies) or 0
                is_one = number < (self._try_u64(array) or 0) < 1 << 20
                start = self._try_u64(array + 8 + 8 * number) or 0 if is_one else 0
            instruction = self._try_u64(frame.address + frames.fields["instr_ptr"]) or 0
            inside += start <= instruction < start + size
        return inside

    # --- modules, threading ---

    def _modules(self, states: _States) -> Fields:
        """sys.modules, the names of sys and of builtins: three dicts, in that order; {} where one
        of them is not found."""
        words = self._words
        dicts = [
            (words[i], address)
            for i in range(states.threads + 1, min(states.interp, states.threads + 4 + _GAP))
            if words[i] < _MAX_OFFSET
            and self._is_a(address := self._pointer(states.interpreter + words[i]), _DICT)
        ]
        for modules, sysdict, builtins in combinations(dicts, 3):
            if (
                self._value(modules[1], "sys")
                and self._value(sysdict[1], "modules") == modules[1]
                and self._value(builtins[1], "len")
            ):
                return {"modules": modules[0], "sysdict": sysdict[0], "builtins": builtins[0]}
        return {}

    def _value(self, address: int, key: str) -> int:
        try:
            return find_key(self._memory, self._structs, address, key, MAX_MODULES)
        except (MemoryFault, ValueError):
            return 0

    def _find_cached_keys(self, states: _States) -> None:
        """Where a class keeps the names of its instances' attributes: tried on threading.Thread."""
        fields = self._structs["PyInterpreterState"]
        at_dict = self._structs["PyModuleObject"]["md_dict"]
        known = self._structs["PyHeapTypeObject"].pop("ht_cached_keys", 0)
        if "modules" not in fields:
            return
        modules = self._memory.u64(states.interpreter + fields["modules"])
        module = self._value(modules, "threading")
        names = self._pointer(module + at_dict) if module else 0
        active = self._value(names, "_active") if self._is_a(names, _DICT) else 0
        if not active:
            return
        try:
            thread = dict_items(self._memory, self._structs, active, 1)[1][0][1]
        except (MemoryFault, ValueError, IndexError):
            return
        kind = self._pointer(thread + self._at_type)
        for offset in (known, *range(self._structs["PyTypeObject"]["tp_flags"], 1400, 8)):
            if offset and self._names_attributes(self._pointer(kind + offset)):
                self._structs["PyHeapTypeObject"]["ht_cached_keys"] = offset
                return

    def _names_attributes(self, address: int) -> bool:
        """Whether the names of a thread's attributes are in the table at `address`."""
        if not address:
            return False
        found = set()
        try:
            table = DictTable(self._memory, self._structs, address)
            for key in table.keys(self._memory, 64) if table.split else ():
                if self._is_a(key, _UNICODE):
                    found.add(read_text(self._memory, self._structs, key, 40)[0])
        except (MemoryFault, ValueError):
            return False
        return found >= {"_name", "_ident"}

    # --- reads that may fail ---

    def _try_u64(self, address: int) -> int | None:
        try:
            return self._memory.u64(address)
        except MemoryFault:
            return None

    def _try_u8(self, address: int) -> int | None:
        try:
            return self._memory.u8(address)
        except MemoryFault:
            return None

    def _pointer(self, address: int) -> int:
        """What the word at `address` points to, if that is 8-aligned and readable; else 0."""
        value = self._try_u64(address) or 0
        if value < 4096 or value % 8 or self._try_u64(value) is None:
            return 0
        return value
