"""Frame chains in made-up memory: whole, torn, circular, endless."""

from __future__ import annotations

import struct

import pytest

from atfault.cpython.frames.code import Code, CodeTable
from atfault.cpython.frames.walker import MAX_FRAMES, FrameWalker
from atfault.cpython.offsets import load
from atfault.errors import MemoryFault
from atfault.model.stacks import CodeInfo
from support.byte_memory import ByteMemory

TSTATE = 0x10000
FRAMES = 0x100000
C_STACK = 0x700000
CODES = 0x200000
FIRST_TRACEABLE = 4


class KnownCodes(CodeTable):
    """Code objects at CODES + 0x1000 * n, named f0, f1, …; no line tables."""

    def get(self, address: int) -> Code | None:
        number, rest = divmod(address - CODES, 0x1000)
        if rest or not 0 <= number < 64:
            return None
        info = CodeInfo(address, f"f{number}", f"f{number}", "x.py", 1)
        return Code(info, bytes(400), 0, FIRST_TRACEABLE)


class Process:
    """Memory of a process with one thread state, for one minor version."""

    def __init__(self, minor: int) -> None:
        self.minor = minor
        self.structs, _ = load(minor)
        self.memory = ByteMemory(
            {
                TSTATE: bytes(0x1000),
                FRAMES: bytes(0x8000),
                C_STACK: bytes(0x4000),
            }
        )
        codes = KnownCodes(self.memory, self.structs, (3, minor, 0))
        self.walker = FrameWalker(self.memory, self.structs, (3, minor, 0), codes)
        self.start = codes.bytecode_offset

    def put(self, struct_name: str, address: int, **fields: int) -> None:
        for field, value in fields.items():
            size = 1 if field in ("owner", "is_entry") else 8
            at = address + self.structs[struct_name][field]
            self.memory.put(at, struct.pack("<Q", value)[:size])

    def frame(self, number: int, previous: int, code: int, lasti: int = 8, owner: int = 0) -> int:
        """Frame `number` of 3.12 or later, at instruction byte `lasti`; its address."""
        address = FRAMES + 0x100 * number
        fields = self.structs["_PyInterpreterFrame"]
        executable = "f_code" if "f_code" in fields else "f_executable"
        instruction = "prev_instr" if "prev_instr" in fields else "instr_ptr"
        code_address = CODES + 0x1000 * code
        self.put("_PyInterpreterFrame", address, previous=previous, owner=owner)
        self.put("_PyInterpreterFrame", address, **{executable: code_address})
        self.put("_PyInterpreterFrame", address, **{instruction: code_address + self.start + lasti})
        return address

    def shim(self, number: int, previous: int) -> int:
        address = C_STACK + 0x100 * number
        self.put("_PyInterpreterFrame", address, previous=previous, owner=3)
        return address


def names(process: Process) -> list[str]:
    return [frame.code.name for frame in process.walker.stack(TSTATE).frames]


@pytest.fixture(params=[13, 14])
def process(request: pytest.FixtureRequest) -> Process:
    return Process(request.param)


def three_runs(process: Process) -> None:
    """f3 → f2 → shim 0 → f1 → shim 1 → shim 2 (a run without frames) → f0 → shim 3."""
    outer = process.frame(0, process.shim(3, 0), 0)
    middle = process.frame(1, process.shim(1, process.shim(2, outer)), 1)
    inner = process.frame(2, process.shim(0, middle), 2)
    process.put("PyThreadState", TSTATE, current_frame=process.frame(3, inner, 3))


def test_shims_are_markers_and_not_frames(process: Process) -> None:
    three_runs(process)
    stack = process.walker.stack(TSTATE)
    assert [(f.code.name, f.is_entry) for f in stack.frames] == [
        ("f3", False),
        ("f2", True),
        ("f1", True),
        ("f0", True),
    ]
    assert stack.markers == (C_STACK, C_STACK + 0x100, C_STACK + 0x300)
    assert stack.stop_reason == ""


def test_a_thread_without_frames_has_an_empty_stack(process: Process) -> None:
    stack = process.walker.stack(TSTATE)
    assert stack.frames == () and stack.stop_reason == ""


def test_a_frame_that_is_being_set_up_is_left_out_with_its_marker(process: Process) -> None:
    outer = process.frame(0, process.shim(1, 0), 0)
    inner = process.frame(1, process.shim(0, outer), 1, lasti=FIRST_TRACEABLE - 2)
    process.put("PyThreadState", TSTATE, current_frame=inner)
    stack = process.walker.stack(TSTATE)
    assert [frame.code.name for frame in stack.frames] == ["f0"]
    assert stack.markers == (C_STACK + 0x100,)


def test_a_generator_frame_is_shown_from_its_first_instruction(process: Process) -> None:
    frame = process.frame(0, process.shim(0, 0), 5, lasti=0, owner=1)
    process.put("PyThreadState", TSTATE, current_frame=frame)
    stack = process.walker.stack(TSTATE)
    assert [(f.code.name, f.owner) for f in stack.frames] == [("f5", "generator")]


def test_a_frame_without_a_code_object_ends_the_stack_with_a_reason(process: Process) -> None:
    outer = process.frame(0, process.shim(0, 0), 0)
    torn = process.frame(1, outer, 99)
    process.put("PyThreadState", TSTATE, current_frame=process.frame(2, torn, 2))
    stack = process.walker.stack(TSTATE)
    assert [frame.code.name for frame in stack.frames] == ["f2"]
    assert "no code object" in stack.stop_reason


def test_a_circle_ends_the_walk(process: Process) -> None:
    first = process.frame(0, 0, 0)
    second = process.frame(1, first, 1)
    process.put("_PyInterpreterFrame", first, previous=second)
    process.put("PyThreadState", TSTATE, current_frame=second)
    stack = process.walker.stack(TSTATE)
    assert [frame.code.name for frame in stack.frames] == ["f1", "f0"]
    assert "circle" in stack.stop_reason


@pytest.mark.parametrize("previous", [FRAMES + 0x201, 0xDEAD0000, 2**64 - 8, 8])
def test_a_wild_link_ends_the_walk_with_what_came_before(process: Process, previous: int) -> None:
    process.put("PyThreadState", TSTATE, current_frame=process.frame(0, previous, 0))
    stack = process.walker.stack(TSTATE)
    assert [frame.code.name for frame in stack.frames] == ["f0"]
    assert stack.stop_reason


def test_an_unreadable_thread_state_is_a_memory_fault(process: Process) -> None:
    with pytest.raises(MemoryFault):
        process.walker.stack(0xDEAD0000)


def test_3_14_reads_through_the_tag_bits_of_the_code_reference() -> None:
    process = Process(14)
    frame = process.frame(0, process.shim(0, 0), 6)
    process.put("_PyInterpreterFrame", frame, f_executable=CODES + 0x6000 | 1)
    process.put("PyThreadState", TSTATE, current_frame=frame)
    assert names(process) == ["f6"]


def test_the_number_of_frames_is_bounded() -> None:
    structs, _ = load(13)
    layout = structs["_PyInterpreterFrame"]
    top = 1 << 40

    def frame_at(address: int) -> bytes:
        frame = bytearray(0x100)
        struct.pack_into("<Q", frame, layout["previous"], address - 0x100)
        struct.pack_into("<Q", frame, layout["f_executable"], CODES)
        struct.pack_into("<Q", frame, layout["instr_ptr"], CODES + 0x1000)
        return bytes(frame)

    class Endless(ByteMemory):
        """A frame every 0x100 bytes, each leading to the one below."""

        def read(self, address: int, size: int) -> bytes:
            if address < top >> 1:
                return super().read(address, size)
            base = address & ~0xFF
            data = b"".join(frame_at(base + at) for at in range(0, size + 0x100, 0x100))
            return data[address - base : address - base + size]

        def read_upto(self, address: int, size: int) -> bytes:
            return self.read(address, size)

    memory = Endless({TSTATE: bytes(0x1000)})
    memory.put(TSTATE + structs["PyThreadState"]["current_frame"], struct.pack("<Q", top))
    codes = KnownCodes(memory, structs, (3, 13, 0))
    stack = FrameWalker(memory, structs, (3, 13, 0), codes).stack(TSTATE)
    assert len(stack.frames) == MAX_FRAMES
    assert "more than" in stack.stop_reason


class Cframes(Process):
    """3.12: f2 → shim → f1 → shim, and the two cframes that go with them."""

    def __init__(self) -> None:
        super().__init__(12)
        self.root = TSTATE + self.structs["PyThreadState"]["root_cframe"]
        outer = self.frame(0, self.shim(2, 0), 1)
        inner = self.frame(1, self.shim(0, outer), 2)
        self.outer_cframe = C_STACK + 0x280
        self.inner_cframe = C_STACK + 0x80
        self.put("_PyCFrame", self.outer_cframe, current_frame=outer, previous=self.root)
        self.put("_PyCFrame", self.inner_cframe, current_frame=inner, previous=self.outer_cframe)
        self.put("PyThreadState", TSTATE, cframe=self.inner_cframe)


def test_cframes_lead_to_the_frames() -> None:
    process = Cframes()
    assert names(process) == ["f2", "f1"]
    assert process.walker.stack(TSTATE).markers == (C_STACK, C_STACK + 0x200)


def test_a_cframe_whose_frame_is_not_set_yet_gives_the_stack_of_the_next() -> None:
    process = Cframes()
    stale = process.frame(7, process.shim(8, FRAMES + 0x700), 9)
    process.put("_PyCFrame", process.inner_cframe, current_frame=stale)
    assert names(process) == ["f1"]


def test_a_cframe_with_the_old_contents_of_the_stack_gives_the_stack_of_the_next() -> None:
    process = Cframes()
    process.put("_PyCFrame", process.inner_cframe, current_frame=0xBAD, previous=0x1234)
    assert names(process) == ["f1"]


def test_a_cframe_in_the_guard_of_an_overflowed_stack_gives_the_stack_of_the_next() -> None:
    process = Cframes()
    process.put("PyThreadState", TSTATE, cframe=C_STACK - 0x40)
    assert names(process) == ["f2", "f1"]


def test_the_cframe_that_a_greenlet_begins_with_runs_nothing() -> None:
    process = Cframes()
    process.put("_PyCFrame", process.outer_cframe, previous=C_STACK + 0x300)
    process.put("_PyCFrame", C_STACK + 0x300, current_frame=0, previous=process.root)
    stack = process.walker.stack(TSTATE)
    assert [frame.code.name for frame in stack.frames] == ["f2", "f1"]
    assert stack.markers == (C_STACK, C_STACK + 0x200)
    assert not stack.stop_reason


def test_frames_and_cframes_that_contradict_each_other_are_not_tied_together() -> None:
    process = Cframes()
    process.put("_PyCFrame", process.outer_cframe, previous=C_STACK + 0x300)
    process.put("_PyCFrame", C_STACK + 0x300, current_frame=FRAMES, previous=process.root)
    stack = process.walker.stack(TSTATE)
    assert stack.markers == ()
    assert stack.stop_reason
