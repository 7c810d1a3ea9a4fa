"""Fields of code objects, and of str and bytes on the way; copies of instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from atfault.cpython.frames import linetable
from atfault.cpython.offsets import Structs
from atfault.cpython.self_described.states import Frames
from atfault.cpython.self_described.trial import BYTES, MAX_OFFSET, UNICODE, Fields, Trial
from atfault.cpython.values.strings import read_text
from atfault.errors import MemoryFault

MAX_CODES = 32
"""So many are tried."""
_ODD = 4
"""One code object in so many may be made by hand, with names and tables that fit nothing."""
_MAX_KIND_SHIFT = 24
_MAX_NAME = 4096


def read_codes(trial: Trial, frames: Frames) -> bool:
    """Find the fields of code objects, and of str and bytes on the way."""
    codes = list(dict.fromkeys([frame.code for frame in frames.frames]))[:MAX_CODES]
    basic = trial.memory.u64(frames.kind + trial.structs["PyTypeObject"]["tp_basicsize"])
    words, last = trial.words, frames.last + 1
    for end in [i for i in range(last + 6, len(words)) if words[i] == basic]:
        starts = [i for i in range(last, end) if words[i] in (basic + 4, basic + 8)]
        for start in reversed(starts):
            fields = _code_fields(trial, codes, start, end)
            if fields is None:
                continue
            fields.update({"sizeof": words[start], "co_code_adaptive": basic})
            trial.structs["PyCodeObject"] = fields
            trial.structs["_PyInterpreterFrame"] = dict(frames.fields)
            if _find_copies(trial, frames, start, end):
                return True
    return False


def _code_fields(trial: Trial, codes: Sequence[int], start: int, end: int) -> Fields | None:
    between = range(start + 1, end)
    tables = [i for i in between if _are(trial, codes, trial.words[i], BYTES)]
    for index in tables:
        functions = _functions(trial, codes, trial.words[index])
        if not functions:
            continue
        texts = [i for i in range(start + 1, index) if _are(trial, codes, trial.words[i], UNICODE)]
        for picked in combinations(texts, 3):
            file, name, qualname = [trial.words[i] for i in picked]
            first_line = trial.words[index + 1]
            if len({file, name, qualname}) == 3 and _are_named(
                trial, functions, name, qualname, file, first_line
            ):
                return {
                    "co_filename": file,
                    "co_name": name,
                    "co_qualname": qualname,
                    "co_linetable": trial.words[index],
                    "co_firstlineno": first_line,
                }
    return None


def _are(trial: Trial, codes: Sequence[int], offset: int, flag: int) -> bool:
    """Whether what all the code objects have at `offset` is of a type with that flag."""
    return offset < MAX_OFFSET and all(
        trial.is_a(trial.try_u64(code + offset) or 0, flag) for code in codes
    )


def _functions(trial: Trial, codes: Sequence[int], offset: int) -> list[int]:
    """The code objects of functions and modules, if what they have at `offset` are line tables
    of their instructions; else []. The interpreter has others for its own use (a frame round
    each `__init__`), whose tables know no line."""
    fields = trial.structs["PyBytesObject"]
    candidates = [fields["ob_sval"]]
    for size, at_size, at_text in trial.triples():
        if at_size == trial.head and at_text == size - 8:
            candidates.append(at_text)
    for at_text in dict.fromkeys(candidates):
        found, odd = [], 0
        for code in codes:
            try:
                found += [code] * _has_lines(trial, code, offset, at_text)
            except (MemoryFault, ValueError):
                odd += 1
        if found and odd * _ODD <= len(codes):
            fields["ob_sval"] = at_text
            return found
    return []


def _has_lines(trial: Trial, code: int, offset: int, at_text: int) -> bool:
    """Whether the code object is one with lines. Raises MemoryFault, or ValueError where it has
    no line table of its own there."""
    table = trial.memory.u64(code + offset)
    size = trial.memory.u64(table + trial.head)
    if not 0 <= size < 1 << 22:
        raise ValueError("its size is impossible")
    units, has_lines = linetable.code_units(trial.memory.read(table + at_text, size))
    if has_lines and 2 * units != trial.instructions(code)[1]:
        raise ValueError("it is another code's")
    return has_lines


def _are_named(
    trial: Trial, codes: Sequence[int], name: int, qualname: int, file: int, first_line: int
) -> bool:
    """Whether these are the offsets of their names, files and first lines: a qualified name
    ends with the name, and a module begins at line 1."""
    for layout in _text_layouts(trial):
        try:
            read = [
                [_text(trial, code + at, layout) for at in (name, qualname, file)] for code in codes
            ]
        except (MemoryFault, ValueError):
            continue
        usual = [n.isprintable() and f.isprintable() and q.endswith(n) for n, q, f in read]
        lines = [trial.try_u64(code + first_line) for code in codes]
        numbers = [-1 if line is None else line & 0xFFFF_FFFF for line in lines]
        modules = [n for n, (own, _, _) in zip(numbers, read) if own == "<module>"]
        if (
            usual.count(False) * _ODD <= len(codes)
            and all(own and path for own, _, path in read)
            and all(0 <= number < 1 << 24 for number in numbers)
            and (not modules or 1 in modules)
            and any("/" in path or path.startswith("<") for _, _, path in read)
        ):
            trial.structs.update(layout)
            return True
    return False


def _text_layouts(trial: Trial) -> Iterator[Structs]:
    """How a str may lie: as in the newest table, or as this one says (state, length, size). The
    bits of `state` come in one order, behind some that tell how it is interned."""
    known = trial.structs["PyASCIIObject"]
    places = [(known["state"], known["length"], known["sizeof"])]
    for state, length, size in trial.triples():
        if length == trial.head and length < state < size <= state + 16 and size % 8 == 0:
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


def _text(trial: Trial, pointer: int, layout: Structs) -> str:
    """The name that the word at `pointer` leads to. Raises MemoryFault, or ValueError."""
    address = trial.memory.u64(pointer)
    text, length = read_text(trial.memory, layout, address, _MAX_NAME)
    if length > _MAX_NAME:
        raise ValueError("no name")
    end = address + layout["PyASCIIObject"]["sizeof"] + length
    if text.isascii() and trial.memory.u8(end):
        raise ValueError("no NUL behind it")
    return text


def _find_copies(trial: Trial, frames: Frames, start: int, end: int) -> bool:
    """Free-threaded builds: where the copies of a code object's instructions are, of which the
    first is the original, and which of them a frame runs. False when neither those nor the
    original hold any frame's instruction."""
    if "ob_tid" not in trial.known["PyObject"]:
        return True
    words = trial.words
    codes = [frame.code for frame in frames.frames]
    copies = next(
        (w for w in words[end + 1 : end + 4] if any(_leads_back(trial, c, w) for c in codes)), 0
    )
    own = trial.structs["_PyInterpreterFrame"]
    for at in words[frames.last + 1 : start] if copies else ():
        if at < own["localsplus"] and _inside(trial, frames, copies, at) == len(frames.frames):
            own["tlbc_index"] = at
            trial.structs["PyCodeObject"]["co_tlbc"] = copies
            return True
    return _inside(trial, frames, 0, 0) > 0


def _leads_back(trial: Trial, code: int, offset: int) -> bool:
    array = trial.pointer(code + offset) if offset < MAX_OFFSET else 0
    return bool(array) and trial.try_u64(array + 8) == trial.instructions(code)[0]


def _inside(trial: Trial, frames: Frames, copies: int, at: int) -> int:
    """How many frames' instructions lie in their code's, or in the copy whose number stands at
    `at` in the frame."""
    inside = 0
    for frame in frames.frames:
        start, size = trial.instructions(frame.code)
        number = (trial.try_u64(frame.address + at) or 0) & 0xFFFF_FFFF if copies else 0
        if number:
            array = trial.try_u64(frame.code + copies) or 0
            is_one = number < (trial.try_u64(array) or 0) < 1 << 20
            start = trial.try_u64(array + 8 + 8 * number) or 0 if is_one else 0
        instruction = trial.try_u64(frame.address + frames.fields["instr_ptr"]) or 0
        inside += start <= instruction < start + size
    return inside
