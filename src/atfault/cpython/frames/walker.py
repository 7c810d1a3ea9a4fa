"""Python frames of one thread state, from the interpreter's own chain; innermost first.

3.8-3.10   tstate.frame → PyFrameObject.f_back → … → NULL. Every frame runs in a call of the C eval
           function of its own. 3.10 also chains a C local of each such call (CFrame).

3.11       tstate.cframe → _PyCFrame (a C local of the eval function) → current_frame
           → _PyInterpreterFrame.previous → … ; a frame with is_entry began the call of the eval
           function, the next outer one belongs to the next _PyCFrame.

3.12+      the same chain (3.13+: tstate.current_frame → …) in which each call of the eval function
           puts a shim, a C local of its own, under its first frame:

               tstate → f3 → f2 → [shim] → f1 → [shim] → NULL
                       ╰ one C call of ╯  ╰ another ╯
                         the eval function

The shims (3.11: the _PyCFrames, 3.10: the CFrames) are the C-stack markers of the stack: each lies
between sp and CFA of exactly one native frame.

Where a frame is: prev_instr (3.11, 3.12) is the code unit before the next instruction, instr_ptr
(3.13+) the instruction being executed; f_lasti counts bytes (3.8, 3.9) or code units (3.10).
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from atfault.contained import contained
from atfault.cpython.frames.code import UNKNOWN_LASTI, CodeTable
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import PyFrame, PythonStack
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

MAX_FRAMES = 200_000
_MAX_MARKERS = 200_000

_OWNERS = {0: "thread", 1: "generator", 2: "frame object"}
_FIRST_SHIM_OWNER = 3
_GENERATOR = 1

_NOT_LINKED = (
    "its frames are not linked: it was stopped while it entered a Python function, or its stack was"
    " overwritten"
)
NOT_DECODED = Absent("not decoded")
_UNKNOWN = ((), (), ())
"""The fields of a PyFrame that are filled in later."""

_WINDOW = 1 << 14
_MAX_STACK_SCAN = 1 << 16
_MAX_STACK_GAP = 16
"""Pages between an unreadable address on a stack that overflowed and the stack."""
_MAX_CANDIDATES = 64
_WORD = struct.Struct("<Q").unpack_from
_I32 = struct.Struct("<i").unpack_from


class RawFrame(NamedTuple):
    """A frame before its code object was looked at."""

    address: int
    code: int
    instruction: int
    """f_lasti in bytes before 3.11, else the address in prev_instr or instr_ptr."""
    owner: int
    is_entry: bool
    bytecode_copy: int = 0
    """Free-threaded 3.14+: which of the code's copies of its bytecode runs; 0 is the original."""


class Chain(NamedTuple):
    """What a walk over the frames found."""

    frames: list[RawFrame]
    markers: list[int]
    """One per frame with is_entry, in the same order; 0 where it is not known."""
    stop_reason: str


class _Walk(NamedTuple):
    """Frames linked by `previous`, 3.11 and later."""

    frames: list[RawFrame]
    markers: list[int]
    """The shims of the runs that have a frame."""
    callers: list[int]
    """What each run of the eval function returns to: the next outer frame, or 0."""
    stop: str


class _Window:
    """Reads frames in runs: neighbours in the chain are mostly neighbours in memory, and one read
    of 16 KiB costs hardly more than one of 80 bytes."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._data = b""
        self._start = 0

    def at(self, address: int, size: int) -> tuple[bytes, int]:
        """(buffer, offset of `address` in it), at least `size` bytes from there on."""
        if self._memory.without_text:
            return self._memory.read(address, size), 0
        offset = address - self._start
        if 0 <= offset <= len(self._data) - size:
            return self._data, offset
        if not self._data:  # most stacks are short, and a pause reads thousands of them
            start = address & ~0xFFF
            data = self._memory.read_upto(start, 4096)
        else:
            # Callers lie below their callees, so the run should end shortly behind the frame.
            start = max(address - _WINDOW + 1024, 0) & ~0xFFF
            data = self._memory.read_upto(start, _WINDOW + 4096)
        if address + size > start + len(data):
            return self._memory.read(address, size), 0
        self._start, self._data = start, data
        return data, address - start


class FrameWalker:
    """Walks the frame chains of thread states of one interpreter version."""

    def __init__(
        self, memory: Memory, structs: Structs, version: tuple[int, int, int], codes: CodeTable
    ) -> None:
        self._memory = memory
        self._structs = structs
        self._minor = version[1]
        self._codes = codes
        self.max_frames = MAX_FRAMES
        """Of one chain; the outer ones are left out."""
        self.warnings: list[str] = []
        layout = structs["_PyInterpreterFrame"] if self._minor >= 11 else {}
        self._at_owner = layout.get("owner", 0)
        self._at_entry = layout.get("is_entry", 0)
        self._at_copy = layout.get("tlbc_index", 0)
        self._frame_size = layout.get("localsplus", 0)
        places = (
            layout.get("previous", 0),
            layout.get("f_code", layout.get("f_executable", 0)),
            layout.get("prev_instr", layout.get("instr_ptr", 0)),
        )
        """Offsets in a frame of 3.11 and later, as are those above."""
        self._unpack = _words_at(places)
        self._previous, self._code, self._instruction = map(sorted(places).index, places)
        # 3.14+ keeps two tag bits in the low end of references on the stack.
        self._untag = ~3 if self._minor >= 14 else ~0

    def stack(self, tstate: int) -> PythonStack:
        """The Python stack of the thread state at `tstate`. Raises MemoryFault when not even its
        first link can be read."""
        return self.resolve(self.chain(tstate))

    def chain(self, tstate: int, *, is_stopped: bool = True) -> Chain:
        """The bare frames, without their code objects: all that must be read from a stopped process
        before it runs on.

        is_stopped: of a process that runs on, what does not fit together was caught in between two
        states, and gets a stop_reason.
        """
        fields = self._structs["PyThreadState"]
        if self._minor <= 10:
            return self._chain_of_objects(tstate, fields)
        if self._minor <= 12:
            return self._chain_of_cframes(tstate, fields, is_stopped)
        walk = self._walk(self._memory.u64(tstate + fields["current_frame"]))
        return Chain(walk.frames, walk.markers, walk.stop)

    def chain_from(self, frame: int) -> Chain:
        """The bare frames from the one at `frame` outward, where no thread state leads to it."""
        if self._minor <= 10:
            return self._objects_from(frame)
        walk = self._walk(frame)
        return Chain(walk.frames, walk.markers if self._minor >= 12 else [], walk.stop)

    # --- 3.8 to 3.10 ---

    def _chain_of_objects(self, tstate: int, fields: Mapping[str, int]) -> Chain:
        chain = self._objects_from(self._memory.u64(tstate + fields["frame"]))
        markers: list[int] = []
        if self._minor == 10:
            markers = self._c_chain(
                self._memory.u64(tstate + fields["cframe"]),
                self._structs["CFrame"]["previous"],
                tstate + fields["root_cframe"],
            )
            # The last one is the root, a member of the thread state.
            markers = markers[:-1] if len(markers) == len(chain.frames) + 1 else []
        return chain._replace(markers=markers)

    def _objects_from(self, address: int) -> Chain:
        layout = self._structs["PyFrameObject"]
        at_back, at_code, at_lasti = layout["f_back"], layout["f_code"], layout["f_lasti"]
        unpack = struct.Struct(f"<Q{at_code - at_back - 8}xQ{at_lasti - at_code - 8}xi").unpack_from
        size = at_lasti + 4
        unit = 2 if self._minor == 10 else 1
        window = _Window(self._memory)
        frames: list[RawFrame] = []
        seen: set[int] = set()
        stop = ""
        while address and not stop:
            stop = self._limit(address, seen, frames)
            if stop:
                break
            try:
                data, offset = window.at(address, size)
            except MemoryFault as fault:
                stop = f"the frame at {address:#x} cannot be read: {fault}"
                break
            back, code, lasti = unpack(data, offset + at_back)
            frames.append(RawFrame(address, code, lasti * unit, 0, True))
            address = back
        return Chain(frames, [], stop)

    # --- 3.11 and later ---

    def _walk(self, address: int) -> _Walk:
        at_owner, at_entry, at_copy = self._at_owner, self._at_entry, self._at_copy
        size, unpack = self._frame_size, self._unpack
        window = _Window(self._memory)
        data, start, last = b"", 0, -1
        """The window, its address, and the last offset at which a frame is whole in it."""
        walk = _Walk([], [], [], "")
        frames, append = walk.frames, walk.frames.append
        make = tuple.__new__
        seen: set[int] = set()
        most = self.max_frames
        while address:
            if address in seen or len(frames) >= most or address & 7:
                return walk._replace(stop=self._limit(address, seen, frames))
            seen.add(address)
            offset = address - start
            if not 0 <= offset <= last:
                try:
                    data, offset = window.at(address, size)
                except MemoryFault as fault:
                    return walk._replace(stop=f"the frame at {address:#x} cannot be read: {fault}")
                start, last = address - offset, len(data) - size
            words = unpack(data, offset)
            previous = words[self._previous]
            owner = data[offset + at_owner]
            if owner >= _FIRST_SHIM_OWNER:
                walk.callers.append(previous)
                if frames and not frames[-1].is_entry:
                    frames[-1] = frames[-1]._replace(is_entry=True)
                    walk.markers.append(address)
            else:
                entry = at_entry > 0 and bool(data[offset + at_entry])
                code = words[self._code] & self._untag
                copy = _I32(data, offset + at_copy)[0] if at_copy else 0
                raw = address, code, words[self._instruction], owner, entry, copy
                append(make(RawFrame, raw))
                if entry:
                    walk.callers.append(previous)
            address = previous
        return walk

    def _chain_of_cframes(self, tstate: int, fields: Mapping[str, int], is_stopped: bool) -> Chain:
        """3.11 and 3.12, where the way to the frames leads over C locals.

            tstate → cframe 0 → cframe 1 → … → root, a member of the thread state
                     current    current
                        ╰→ f3 → f2 ╰→ f1 …       the caller of each entry frame is the current frame
                                                 of the next outer cframe

        A thread can be stopped (or its stack can overflow) between the linking of a cframe and the
        setting of its members, which then still have the stack's old contents. That shows: nothing
        fits. The eval function has not begun with its frame then, and the stack is that of the next
        cframe further up the C stack.
        """
        first = self._memory.u64(tstate + fields["cframe"])
        root = tstate + fields["root_cframe"]
        if first == root:
            return Chain([], [], "")
        chain = self._from_cframe(tstate, first, root)
        if chain is None:
            for address in self._cframes_above(first, root) if is_stopped else ():
                chain = self._from_cframe(tstate, address, root)
                if chain is not None:
                    return chain
            return Chain([], [], _NOT_LINKED)
        return chain

    def _from_cframe(self, tstate: int, first: int, root: int) -> Chain | None:
        """The frames that the cframe at `first` leads to; None when it does not fit them."""
        layout = self._structs["_PyCFrame"]
        at_current, at_previous = layout["current_frame"], layout["previous"]
        size = max(at_current, at_previous) + 8
        links: list[int] = []
        current: list[int] = []
        seen: set[int] = set()
        address = first
        try:
            while address != root:
                if not address or address in seen or len(links) >= _MAX_MARKERS:
                    return None
                seen.add(address)
                raw = self._memory.read(address, size)
                links.append(address)
                current.append(_WORD(raw, at_current)[0])
                address = _WORD(raw, at_previous)[0]
            links.append(root)
            current.append(self._memory.u64(root + at_current))
        except MemoryFault:
            return None
        walk = self._walk(current[0])
        fitting = _common_length(walk.callers, current[1:])
        if not fitting or self._is_dead(tstate, walk.frames):
            return None
        outer = len(links) - 1 - fitting
        if outer == 1 and walk.callers[-1] == 0:
            outer = 0  # a greenlet begins with a cframe of its own, in which nothing runs
        if fitting < len(walk.callers) or (not walk.stop and outer):
            return Chain(
                walk.frames, [], walk.stop or "its Python and C frames do not fit together"
            )
        return Chain(walk.frames, walk.markers if self._minor >= 12 else links[:fitting], walk.stop)

    def _is_dead(self, tstate: int, frames: list[RawFrame]) -> bool:
        """Whether the innermost frame lies above the top of the data stack, that is, has ended."""
        if not frames or frames[0].owner != 0:
            return False
        fields = self._structs["PyThreadState"]
        at_top, at_limit = fields["datastack_top"], fields["datastack_limit"]
        start = min(at_top, at_limit)
        raw = self._memory.read(tstate + start, max(at_top, at_limit) + 8 - start)
        top: int = _WORD(raw, at_top - start)[0]
        limit: int = _WORD(raw, at_limit - start)[0]
        return top <= frames[0].address < limit

    def _cframes_above(self, address: int, root: int) -> Iterator[int]:
        """Addresses on the C stack from `address` upwards that may be cframes, nearest first."""
        at_previous = self._structs["_PyCFrame"]["previous"]
        start = address & ~7
        data = b""
        for _ in range(_MAX_STACK_GAP):
            data = self._memory.read_upto(start, _MAX_STACK_SCAN)
            if data:
                break
            start = (start + 4096) & ~4095
        offered = 0
        for offset in range(at_previous, len(data) - 7, 8):
            previous = _WORD(data, offset)[0]
            at = start + offset - at_previous
            if at == address:
                continue
            if previous == root or (at < previous < at + _MAX_STACK_SCAN and not previous & 7):
                yield at
                offered += 1
                if offered >= _MAX_CANDIDATES:
                    return

    def _limit(self, address: int, seen: set[int], frames: list[RawFrame]) -> str:
        """Why the walk must end before `address`; "" when it may go on."""
        if address in seen:
            return f"the frame chain runs in a circle at {address:#x}"
        if len(frames) >= self.max_frames:
            return f"more than {self.max_frames:,} Python frames; the outer ones are left out"
        if address % 8:
            return f"the frame chain leads to {address:#x}, which is no frame"
        seen.add(address)
        return ""

    def _c_chain(self, address: int, at_previous: int, root: int) -> list[int]:
        """Addresses of the C locals chained from `address`; the last is `root` if it is reached."""
        found: list[int] = []
        seen = set()
        try:
            while address and address not in seen and len(found) < _MAX_MARKERS:
                seen.add(address)
                found.append(address)
                if address == root:
                    break
                address = self._memory.u64(address + at_previous)
        except MemoryFault:
            pass
        return found

    # --- code objects ---

    def resolve(self, chain: Chain) -> PythonStack:
        """Look up code objects and lines; frames that are still being set up are left out, as
        CPython leaves them out of tracebacks."""
        frames: list[PyFrame] = []
        markers: list[int] = []
        stop = chain.stop_reason
        make = tuple.__new__
        places: dict[tuple[int, int, int, int], tuple[Any, ...] | None] = {}
        """What is the same in all frames at one instruction, as in a recursion."""
        first_of_run = 0
        """Index of the first frame of the run of the eval function that is being read."""
        entries = 0
        with contained("reading a Python frame", self.warnings) as failed:
            for raw in chain.frames:
                key = raw[1], raw[2], raw[3], raw[5]
                try:
                    place = places[key]
                except KeyError:
                    place = places[key] = self._place(raw)
                if place is None:
                    stop = f"the frame at {raw.address:#x} has no code object at {raw.code:#x}"
                    break
                if place:
                    info, location, lasti, owner = place
                    known = raw[0], info, location, NOT_DECODED, raw[4], lasti, owner
                    frames.append(make(PyFrame, known + _UNKNOWN))
                if raw.is_entry:
                    if len(frames) > first_of_run:
                        if not frames[-1].is_entry:
                            frames[-1] = frames[-1]._replace(is_entry=True)
                        if entries < len(chain.markers):
                            markers.append(chain.markers[entries])
                    first_of_run = len(frames)
                    entries += 1
        return PythonStack(tuple(frames), tuple(markers), stop or failed.reason)

    def _place(self, raw: RawFrame) -> tuple[Any, ...] | None:
        """(code, location, lasti, owner) of a frame; () for one that is still being set up, None
        where it has no code object."""
        code = self._codes.get(raw.code)
        if code is None:
            return None
        lasti = raw.instruction
        if self._minor >= 11:
            lasti = self._codes.lasti(raw.code, raw.instruction, raw.bytecode_copy)
        is_complete = (
            self._minor <= 10
            or raw.owner == _GENERATOR
            or lasti >= code.first_traceable
            or lasti == UNKNOWN_LASTI
        )
        if not is_complete:
            return ()
        return (
            code.info,
            self._codes.location(code, lasti),
            lasti,
            _OWNERS.get(raw.owner, "thread"),
        )


def _words_at(places: Sequence[int]) -> Callable[[bytes, int], tuple[int, ...]]:
    """What takes the words at some offsets out of a record, in the order of the offsets."""
    form, end = "<", 0
    for place in sorted(set(places)):
        form += f"{place - end}xQ"
        end = place + 8
    return struct.Struct(form).unpack_from


def _common_length(left: list[int], right: list[int]) -> int:
    """How many leading items are equal."""
    length = 0
    for a, b in zip(left, right):
        if a != b:
            break
        length += 1
    return length
