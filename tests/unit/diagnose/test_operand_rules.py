"""Rules that look at the values of an unfinished call: out-of-bounds in its new ways, far-index,
gil-not-held by who called."""

from __future__ import annotations

from atfault.diagnose.bounds import match_index, match_neighbour
from atfault.diagnose.integers import KnownInteger
from atfault.diagnose.rules.crash.far_index import far_index
from atfault.model.absent import Absent
from atfault.model.process import SignalInfo
from atfault.model.state import FaultAccess, GilState, NamedBuffer
from atfault.model.values import Buffer, Value, Variable
from support.diagnosed import diagnose
from support.states import (
    HEAP,
    PID,
    array,
    case_of,
    crash,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
)

END = HEAP + (16 << 20)
GRID = array(HEAP + 0x1000, (28, 40))


def integers(**named):
    return {value: KnownInteger(value, name, "main", 0) for name, value in named.items()}


def calling(*operands, **variables):
    """A Python frame in a call with these operands: (name, value) each, buffers or numbers."""
    frame = python(**variables)
    values = tuple(
        Variable(
            name,
            Value(value.kind, value.kind, value.address, buffer=value)
            if isinstance(value, Buffer)
            else Value("int", str(value), number=value),
            "operand",
        )
        for name, value in operands
    )
    return frame._replace(operands=values)


def failing(frames, address, **more):
    """A crash at `address`, the operands' arrays among its buffers."""
    state = crash(signal=segv(address), frames=frames, **more)
    found = [
        NamedBuffer(one.name, one.value.buffer, PID, index, True)
        for index, frame in enumerate(state.crashed.stack.frames)
        if frame.python is not None
        for one in frame.python.operands
        if one.value.buffer is not None
    ]
    return state._replace(buffers=(*state.buffers, *found))


def first(state):
    return diagnose(state).findings[0]


def words(finding):
    return " | ".join(evidence.text for evidence in finding.evidence)


def read_at(address, *registers, size=8):
    return FaultAccess("read", address, size, "mov", registers=registers)


# out-of-bounds


def test_an_argument_of_the_call_is_named_where_no_variable_is():
    index = 90_000_000
    frame = calling(("argument 1 of put", GRID), ("argument 2 of put", index))
    found = first(
        failing([*ctypes_call(native("put", "extension")), frame], GRID.address + 8 * index)
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert found.summary == "argument 1 of put has 1120 elements; element 90000000 was accessed"


def test_a_variable_is_named_rather_than_the_argument_it_became():
    index = 90_000_000
    frame = calling(("argument 1 of put", GRID), ("argument 2 of put", index), grid=GRID)
    found = first(failing([native("put", "extension"), frame], GRID.address + 8 * index))
    assert found.summary.startswith("grid has ")
    assert "grid is also reached as argument 1 of put" in words(found)


def test_a_count_given_with_the_array_explains_the_end_of_its_memory():
    small = array(END - 0x2_0000, (16,))
    frame = calling(("argument 1 of sum", small), ("argument 2 of sum", 500_000))
    found = first(failing([native("sum", "extension"), frame], END, access=read_at(END)))
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "argument 2 of sum is 500000, and argument 1 of sum has 16 elements" in words(found)


def test_a_count_that_does_not_reach_the_end_explains_nothing():
    small = array(END - 0x2_0000, (16,))
    frame = calling(("argument 1 of sum", small), ("argument 2 of sum", 100))
    found = first(failing([native("sum", "extension"), frame], END, access=read_at(END)))
    assert found.confidence == "possible" or found.cause == "wild-pointer"


def test_the_element_next_to_a_large_index_is_likely():
    match = match_neighbour(GRID, GRID.address + 320 * 9_000_001 + 24, integers(row=9_000_000))
    assert match is not None
    assert (match.delta, match.value, match.axis) == (1, 9_000_001, 0)
    row = 9_000_000
    frames = [native("blur", "extension"), python(image=GRID, row=row)]
    found = first(crash(signal=segv(GRID.address + 320 * (row + 1) + 24), frames=frames))
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "9000000 (row in main) + 1, as an index" in words(found)


def test_the_neighbour_of_a_small_index_proves_nothing():
    assert match_neighbour(GRID, GRID.address + 320 * 101, integers(row=100)) is None


def test_native_code_counts_elements_from_the_start():
    address = GRID.address + 8 * 123_456
    by_pointer = match_index(GRID, address, integers(i=123_456), True)
    by_axes = match_index(GRID, address, integers(i=123_456))
    assert by_pointer is not None and by_axes is not None
    assert (by_pointer.axis, by_axes.axis) == (-1, 1)


def test_native_code_may_take_an_array_for_one_of_wider_elements():
    narrow = array(HEAP + 0x1000, (64,), "int32", 4)
    index = 12_000_000_000
    frames = [native("put", "extension"), python(buffer=narrow, n=index)]
    address = narrow.address + 8 * index
    found = first(crash(signal=segv(address), frames=frames, access=read_at(address)))
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert "buffer has 32 elements of 8 bytes; element 12000000000" in found.summary


def test_an_item_of_a_list_is_told_as_one():
    items = Buffer("list", HEAP + 64, HEAP + 64, HEAP + 88, "", 8, (3,), (8,))
    state = crash(
        signal=segv(HEAP + 64 + 8 * 90_000_000),
        frames=[native("item", "extension"), python(i=90_000_000)],
    )
    state = state._replace(buffers=(NamedBuffer("names", items, PID, 1),))
    assert first(state).summary == "names has 3 items; item 90000000 was accessed"


def test_a_list_near_the_end_of_memory_is_not_accused():
    items = Buffer("list", END - 24, END - 24, END, "", 8, (3,), (8,))
    state = crash(signal=segv(END), frames=[native("f", "extension"), python()])
    state = state._replace(buffers=(NamedBuffer("names", items, PID, 1),))
    assert first(state).cause != "out-of-bounds"


# far-index


def test_an_index_in_a_register_beside_an_address_is_likely():
    index = 3_000_000_000
    address = HEAP + 0x500 + 4 * index
    access = read_at(address, ("rdi", HEAP + 0x500), ("rbx", index), size=4)
    state = crash(
        signal=segv(address), frames=[native("vec", "extension"), python(n=index)], access=access
    )
    found = first(state)
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "element 3000000000 of an array of its own" in found.summary
    assert "n in main" in words(found)


def test_the_distance_alone_does_where_it_is_large():
    index = 77_000_000_000
    address = HEAP + 0x980 + 8 * index
    state = crash(
        signal=segv(address),
        frames=[native("get", "extension"), python(where=index)],
        access=read_at(address, ("rax", address)),
    )
    assert first(state).cause == "out-of-bounds"


def test_a_field_of_a_record_lies_as_many_records_away():
    index = 912_000_000
    address = HEAP + 0x508 + 24 * index
    frames = [native("edges_of", "extension"), python(node=index)]
    access = read_at(address, ("rax", address))
    found = first(crash(signal=segv(address), frames=frames, access=access))
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "912000000 (node in main) times 24 bytes" in words(found)
    odd = address + 5
    access = read_at(odd, ("rax", odd))
    assert first(crash(signal=segv(odd), frames=frames, access=access)).cause == "wild-pointer"


def test_a_distance_that_leads_from_nowhere_is_a_wild_pointer():
    address = 0x1234_5678_9000
    state = crash(
        signal=segv(address),
        frames=[native("get", "extension"), python(where=77_000)],
        access=read_at(address, ("rax", address)),
    )
    assert not list(far_index(case_of(state)))
    assert first(state).cause == "wild-pointer"


def test_an_undecoded_instruction_tells_no_far_index():
    state = crash(signal=segv(HEAP - (1 << 33)), frames=[native("f")], access=Absent("not decoded"))
    assert not list(far_index(case_of(state)))


# an overrun through Python's own data


def test_an_overrun_that_destroyed_pythons_data_is_said_to_have():
    file = mapping(END, 4096, "r--", "/home/ada/data.bin")
    frames = [native("fill", "extension"), native("_PyEval_EvalFrameDefault", "libpython")]
    access = FaultAccess("write", END, 4, "mov")
    found = first(crash(signal=segv(END, code=2), frames=frames, access=access, mappings=[file]))
    assert found.cause == "out-of-bounds"
    assert "what Python knew of this thread is damaged" in words(found)


# gil-not-held

NOBODY = GilState(True, False)


def test_the_function_that_was_called_and_its_caller_are_told():
    frames = [
        native("new_list", "libpython"),
        native("PyList_New", "libpython"),
        native("build", "extension"),
        native("cfunction_call", "libpython"),
        python(),
    ]
    found = first(crash(signal=segv(0x10), frames=frames, gil=NOBODY))
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert found.summary.startswith("PyList_New (libpython")
    assert "it was called by build (fast.so)" in words(found)


def test_python_that_runs_without_the_gil_accuses_none_of_its_own_functions():
    frames = [native("PyUnicode_New", "libpython"), python()]
    found = first(crash(signal=segv(0x10), frames=frames, gil=NOBODY))
    assert found.summary == "Python code was run by a thread that did not hold the GIL"
    assert "let go of it and did not take it back" in words(found)


def test_ctypes_itself_is_not_who_called():
    frames = [
        native("PyErr_Occurred", "libpython"),
        native("_ctypes_callproc", "ctypes"),
        native("_PyObject_MakeTpCall", "libpython"),
        python(),
    ]
    found = first(crash(signal=segv(0x10), frames=frames, gil=NOBODY))
    assert found.summary == "Python code was run by a thread that did not hold the GIL"


def test_a_deleted_thread_state_is_evidence():
    frames = [native("cfunction_vectorcall_O", "libpython"), python()]
    state = crash(signal=segv(0x20), frames=frames, gil=NOBODY, thread={"has_lost_state": True})
    found = first(state)
    assert found.cause == "gil-not-held"
    assert 'thread "MainThread" has no Python thread state any more' in words(found)


def test_the_main_thread_is_called_so_where_python_does_not_name_it():
    frames = [native("cfunction_vectorcall_O", "libpython"), python()]
    lost = {"has_lost_state": True, "name": ""}
    found = first(crash(signal=segv(0x20), frames=frames, gil=NOBODY, thread=lost))
    assert "the main thread has no Python thread state any more" in words(found)


def test_whole_steps_from_an_address_inside_of_an_array_are_likely():
    address = GRID.address + 56
    frame = calling(
        ("argument 1 of sum", address), ("argument 2 of sum", 4000), ("argument 3 of sum", 32_000)
    )
    frames = [native("sum", "extension"), frame._replace(locals=python(a=GRID).locals)]
    place = address + 50 * 32_000 * 8
    state = crash(signal=segv(place), frames=frames, access=read_at(place))
    assert first(state).cause != "out-of-bounds"  # that is good memory
    place = address + 90 * 32_000 * 8
    found = first(crash(signal=segv(place), frames=frames, access=read_at(place)))
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "90 steps of 32000 elements of 8 bytes (argument 3 of sum)" in words(found)


def test_how_the_program_was_started_is_not_who_called():
    frames = [
        native("abort"),
        native("Py_FatalError", "libpython"),
        native("PyThreadState_Get", "libpython"),
        native("_PyEval_EvalFrameDefault", "libpython"),
        native("Py_BytesMain", "libpython"),
        native("__libc_start_call_main"),
    ]
    text = "PyThreadState_Get: the function must be called with the GIL held"
    found = first(
        crash(signal=SignalInfo(6, -6, None, PID, 0, PID), frames=frames, python_fatal=text)
    )
    assert found.summary == "Python code was run by a thread that did not hold the GIL"
    assert "__libc_start" not in words(found)
