"""Debug offsets; interpreters, threads and the lock."""

from __future__ import annotations

import struct
from types import SimpleNamespace

import pytest

from atfault.cpython import debug_offsets, search
from atfault.cpython.offsets import load
from atfault.cpython.runtime import PythonRuntime, RawGil, read_gil
from atfault.cpython.search import find_runtime
from atfault.cpython.threads import identify, read_interpreters
from atfault.model.process import Module, ProcessInfo, Registers, Thread
from atfault.native.modules import ModuleMap
from support.byte_memory import ByteMemory

RUNTIME, INTERPRETER, TSTATE = 0x10000, 0x20000, 0x30000
GIL = 0x40000


def module(name: str, start: int = 0, bias: int = 0) -> Module:
    return Module("/usr/lib/" + name, None, "", bias, start, start + 0x100000)


# --- debug offsets ---


def debug_table(minor: int, free_threaded: int = 0, offset: int = 24) -> bytes:
    head = struct.pack("<8sQQ", b"xdebugpy", 3 << 24 | minor << 16 | 5 << 8 | 0xF0, free_threaded)
    return head + struct.pack("<Q", offset) * 200


@pytest.mark.parametrize("minor", [13, 14])
def test_debug_offsets_give_release_build_and_layout(minor: int) -> None:
    memory = ByteMemory({0x1000: debug_table(minor, 1)})
    found = debug_offsets.read(memory, 0x1000)
    assert found is not None
    assert (found.version, found.free_threaded) == ((3, minor, 5), True)
    assert found.structs["PyThreadState"]["current_frame"] == 24


def test_debug_offsets_of_another_kind_are_not_taken() -> None:
    memory = ByteMemory({0x1000: debug_table(13), 0x3000: debug_table(13, offset=1 << 40)})
    memory.put(0x1000, b"xdebugpz")
    assert debug_offsets.read(memory, 0x1000) is None
    assert debug_offsets.read(memory, 0x3000) is None


def test_a_newer_version_is_recognised_without_a_layout() -> None:
    memory = ByteMemory({0x1000: debug_table(19)})
    found = debug_offsets.read(memory, 0x1000)
    assert found is not None and found.version[:2] == (3, 19) and found.structs == {}


@pytest.mark.parametrize(
    ("stage", "text", "is_known"),
    [(0xA2, "3.14.5a2", False), (0xB1, "3.14.5b1", False), (0xC3, "3.14.5rc3", True)],
)
def test_the_layout_of_a_version_is_that_of_its_release_candidates_and_not_of_its_alphas(
    stage: int, text: str, is_known: bool
) -> None:
    memory = ByteMemory({0x1000: debug_table(14)})
    memory.put(0x1008, bytes([stage]))
    found = debug_offsets.read(memory, 0x1000)
    assert found is not None and found.text == text and bool(found.structs) == is_known


def test_there_is_a_table_for_each_supported_version_and_no_other() -> None:
    for minor in range(8, 16):
        structs, constants = load(minor)
        assert constants.get("CO_FAST_CELL") == (64 if minor >= 11 else None)
        assert structs["PyThreadState"]["interp"] > 0
    for minor, free_threaded in ((7, False), (16, False), (12, True)):
        with pytest.raises(LookupError):
            load(minor, free_threaded)


# --- interpreters, threads, lock ---


class State:
    """Memory with one runtime, one interpreter, and thread states at TSTATE + 0x1000 * n."""

    def __init__(self, minor: int) -> None:
        self.minor = minor
        self.structs, _ = load(minor)
        size = self.structs["_PyRuntimeState"]["sizeof"]
        self.memory = ByteMemory(
            {
                RUNTIME: bytes(min(size, 0x8000)),
                INTERPRETER: bytes(0x8000),
                TSTATE: bytes(0x8000),
                GIL: bytes(0x200),
            }
        )
        self.put("_PyRuntimeState", RUNTIME, interpreters_head=INTERPRETER)

    def put(self, struct_name: str, address: int, **fields: int) -> None:
        for field, value in fields.items():
            at = address + self.structs[struct_name][field]
            self.memory.put(at, struct.pack("<Q", value))

    def thread_states(self, *idents: int, noted: tuple[int, ...] = ()) -> None:
        for i, ident in enumerate(idents):
            address = TSTATE + 0x1000 * i
            after = address + 0x1000 if i + 1 < len(idents) else 0
            number = len(idents) - i
            before = address - 0x1000 if i else 0
            self.put("PyThreadState", address, prev=before, next=after, id=number)
            self.put("PyThreadState", address, interp=INTERPRETER, thread_id=ident)
            if i < len(noted):
                self.put("PyThreadState", address, native_thread_id=noted[i])
        self.put("PyInterpreterState", INTERPRETER, threads_head=TSTATE)

    def tids(self, *threads: tuple[int, int | None]) -> list[int | None]:
        interpreters, _ = read_interpreters(self.memory, self.structs, RUNTIME)
        native = [
            Thread(tid, "", Registers((), thread_pointer=pointer)) for tid, pointer in threads
        ]
        found = identify(self.memory, self.structs, interpreters, native)
        return [identity.native_tid for identity in found]

    def lock(self, locked: int, holder: int, current: int, mutex: int = 0) -> RawGil:
        fields = self.structs["gil_runtime_state"]
        at = GIL
        if self.minor <= 11:
            at = RUNTIME + self.structs["_PyRuntimeState"]["gil"]
            self.put("_PyRuntimeState", RUNTIME, tstate_current=current)
        else:
            self.put("PyInterpreterState", INTERPRETER, gil=GIL)
        self.memory.put(at + fields["last_holder"], struct.pack("<Q", holder))
        self.memory.put(at + fields["locked"], struct.pack("<i", locked))
        self.memory.put(at + fields["mutex"], struct.pack("<i", mutex))
        return read_gil(self.memory, self.structs, self.minor, RUNTIME, INTERPRETER)


@pytest.fixture(params=[8, 11, 12, 14])
def state(request: pytest.FixtureRequest) -> State:
    return State(request.param)


def test_threads_are_known_by_their_thread_pointer(state: State) -> None:
    state.thread_states(0x7F01, 0x7F02, 0x7F03)
    assert state.tids((10, 0x7F03), (11, 0x7F01), (12, 0x9999)) == [11, None, 10]


def test_a_vanished_thread_gives_its_stack_to_no_living_one() -> None:
    state = State(12)
    state.thread_states(0x7F01, 0x7F01, noted=(500, 501))
    assert state.tids((500, 0x7F01)) == [500, None]
    assert state.tids((501, 0x7F01)) == [None, 501]
    assert state.tids((7, 0x7F01)) == [7, None]


@pytest.mark.parametrize("minor", [8, 10, 11])
def test_a_thread_that_is_being_started_does_not_stand_for_its_starter(minor: int) -> None:
    state = State(minor)
    noted = (500, 500) if minor == 11 else ()
    state.thread_states(0x7F01, 0x7F01, noted=noted)  # the newest first
    starter, cframe, frame = TSTATE + 0x1000, TSTATE + 0x4000, TSTATE + 0x5000
    if minor == 11:
        state.put("PyThreadState", starter, cframe=cframe)
        state.put("_PyCFrame", cframe, current_frame=frame)
    else:
        state.put("PyThreadState", starter, frame=frame)
    assert state.tids((500, 0x7F01), (501, 0x7F02)) == [None, 500]


def test_the_noted_kernel_id_counts_only_without_a_thread_pointer() -> None:
    state = State(13)
    state.thread_states(0x7F01, noted=(500,))
    assert state.tids((500, None)) == [500]
    assert state.tids((500, 0x7F09)) == [None]


def test_endless_lists_end_with_a_warning(state: State) -> None:
    state.thread_states(1, 2)
    state.put("PyThreadState", TSTATE + 0x1000, next=TSTATE)
    state.put("PyInterpreterState", INTERPRETER, next=INTERPRETER)
    interpreters, warnings = read_interpreters(state.memory, state.structs, RUNTIME)
    assert [len(one.threads) for one in interpreters] == [2]
    assert len(warnings) == 2


def test_a_thread_state_of_no_interpreter_is_damage(state: State) -> None:
    state.thread_states(1, 2)
    state.put("PyThreadState", TSTATE + 0x1000, interp=0x1234)
    interpreters, warnings = read_interpreters(state.memory, state.structs, RUNTIME)
    assert interpreters[0].threads == (TSTATE,)
    assert "damaged" in warnings[0]


def test_a_list_of_thread_states_that_begins_or_goes_on_elsewhere_says_so(state: State) -> None:
    state.thread_states(1, 2, 3)
    assert read_interpreters(state.memory, state.structs, RUNTIME)[1] == []
    state.put("PyInterpreterState", INTERPRETER, threads_head=TSTATE + 0x1000)
    interpreters, warnings = read_interpreters(state.memory, state.structs, RUNTIME)
    assert interpreters[0].threads == (TSTATE + 0x1000, TSTATE + 0x2000)
    assert "threads may be missing" in warnings[0]
    state.thread_states(1, 2, 3)
    state.put("PyThreadState", TSTATE, next=TSTATE + 0x2000)
    assert "threads may be missing" in read_interpreters(state.memory, state.structs, RUNTIME)[1][0]


def test_a_runtime_that_was_never_initialized_has_no_interpreters(state: State) -> None:
    state.put("_PyRuntimeState", RUNTIME, interpreters_head=0)
    assert read_interpreters(state.memory, state.structs, RUNTIME) == ([], [])


def test_a_held_lock_names_its_holder(state: State) -> None:
    assert state.lock(1, TSTATE, TSTATE) == RawGil(True, True, TSTATE)


def test_a_free_lock_has_no_holder_whatever_was_noted_last(state: State) -> None:
    assert state.lock(0, TSTATE, 0) == RawGil(True, False)


@pytest.mark.parametrize("locked", [-1, 2, 77])
def test_a_lock_that_was_not_made_or_is_damaged_is_unknown(state: State, locked: int) -> None:
    found = state.lock(locked, TSTATE, TSTATE)
    assert not found.known and found.reason


def test_a_lock_without_a_holder_is_unknown(state: State) -> None:
    assert not state.lock(1, 0, 0).known


def test_a_holder_whose_thread_state_was_put_away_is_told() -> None:
    assert State(11).lock(1, TSTATE, 0).no_current
    assert not State(11).lock(1, TSTATE, TSTATE).no_current
    assert not State(12).lock(1, TSTATE, 0).no_current  # there the two go together


def test_a_handover_is_unknown_while_the_current_thread_differs() -> None:
    assert not State(11).lock(1, TSTATE, 0, mutex=1).known
    assert State(11).lock(1, TSTATE, 0, mutex=0).known


def test_an_unreadable_lock_says_so() -> None:
    state = State(13)
    found = read_gil(state.memory, state.structs, 13, RUNTIME, 0xDEAD0000)
    assert not found.known and "cannot be read" in found.reason


def test_of_two_runtimes_the_one_with_threads_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A python with all of it in its executable has loaded an extension linked with libpython."""
    state, unused = State(12), 0x60000
    state.memory.ranges[unused] = bytearray(0x8000)
    library, program = module("libpython3.12.so.1.0", 0x200000), module("python3.12")
    addresses = {library.path: unused, program.path: RUNTIME}
    monkeypatch.setattr(search, "find_symbols", lambda _, of, names: (addresses[of.path], 0))
    snapshot = SimpleNamespace(
        kind="core", mappings=(), memory=state.memory, threads=(), process=ProcessInfo(1)
    )
    modules = ModuleMap([library, program])
    for is_running, address in ((False, unused), (True, RUNTIME)):
        if is_running:
            state.thread_states(1)
        found = find_runtime(snapshot, modules)  # type: ignore[arg-type]
        assert isinstance(found, PythonRuntime) and found.address == address
