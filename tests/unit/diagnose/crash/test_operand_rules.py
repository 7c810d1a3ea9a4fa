"""Rules that look at the values of an unfinished call: out-of-bounds in its new ways, far-index,
gil-not-held by who called."""

from __future__ import annotations

import pytest

from atfault.diagnose.crash.bounds import match_index, match_neighbour
from atfault.diagnose.crash.integers import KnownInteger
from atfault.diagnose.rules.crash.far_index import far_index
from atfault.model.absent import Absent
from atfault.model.buffers import Buffer, FarNumber
from atfault.model.process import SignalInfo
from atfault.model.state import FaultAccess, GilState, NamedBuffer
from atfault.model.values import Value, Variable
from support.diagnosed import claims, diagnose
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
    standard_mappings,
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
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_variable_is_named_rather_than_the_argument_it_became():
    index = 90_000_000
    frame = calling(("argument 1 of put", GRID), ("argument 2 of put", index), grid=GRID)
    found = first(failing([native("put", "extension"), frame], GRID.address + 8 * index))
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 4})


def test_a_count_given_with_the_array_explains_the_end_of_its_memory():
    small = array(END - 0x2_0000, (16,))
    frame = calling(("argument 1 of sum", small), ("argument 2 of sum", 500_000))
    found = first(failing([native("sum", "extension"), frame], END, access=read_at(END)))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 4})


def test_an_address_of_memory_is_no_count():
    """memset(grid.ctypes.data, 0, size) in a python that is no PIE: small addresses."""
    low, end = 0x3A3_0000, 0x3A6_8000
    small = array(low + 0x1000, (16,))
    frame = calling(("argument 1 of fill", small.address), grid=small)
    heap = mapping(low, end - low, "rw-", "[heap]")
    frames = [native("fill", "extension"), frame]
    found = first(failing(frames, end, mappings=(heap,), access=read_at(end)))
    assert claims(found) == ("out-of-bounds", "possible", ["paint.py:10:main"], {"read": 3})


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
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


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
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_item_of_a_list_is_told_as_one():
    items = Buffer("list", HEAP + 64, HEAP + 64, HEAP + 88, "", 8, (3,), (8,))
    state = crash(
        signal=segv(HEAP + 64 + 8 * 90_000_000),
        frames=[native("item", "extension"), python(i=90_000_000)],
    )
    state = state._replace(buffers=(NamedBuffer("names", items, PID, 1),))
    assert claims(first(state)) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


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
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 2})


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
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 2})
    odd = address + 5
    access = read_at(odd, ("rax", odd))
    assert first(crash(signal=segv(odd), frames=frames, access=access)).cause == "wild-pointer"


@pytest.mark.parametrize(
    "index, cause", ((370_000_123, "out-of-bounds"), (3_000_123, "wild-pointer"))
)
def test_a_record_may_have_any_size_where_that_is_no_coincidence(index, cause):
    """gdist_vertex_of_no_mesh of tests/real: 16 bytes of a vertex that has 88."""
    address = HEAP + 0x508 + 88 * index
    frames = [native("SurfacePoint", "extension"), python(source=index)]
    access = read_at(address, ("rax", address), size=16)
    found = first(crash(signal=segv(address), frames=frames, access=access))
    assert found.cause == cause
    if cause == "out-of-bounds":
        assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 2})


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


def scaled(index, *, base=HEAP + 0x500, scale=4, offset=0, **variables):
    """A crash in [base + index*scale + offset], of an extension's own array."""
    address = (base + scale * index + offset) % (1 << 64)
    registers = (("r10", base), ("r9", index % (1 << 64)))
    access = FaultAccess("read", address, 4, "mov", registers=registers, scale=scale)
    frames = [native("split", "extension"), python(**variables)]
    return crash(signal=segv(address), frames=frames, access=access)


def test_what_the_instruction_multiplied_as_an_index_was_one():
    """lightgbm_split_by_an_unknown_feature of tests/real: the index came from a file."""
    found = first(scaled(70_000_000, offset=8))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})
    assert claims(first(scaled(-70000000))) == (
        "out-of-bounds",
        "likely",
        ["paint.py:10:main"],
        {"read": 3},
    )


def refused(base, kind="write", rights="rw-", target="r--"):
    """[base + 4000 * 4 + 18] lies in a library, right behind memory from 0x7E00_0000_0000 on."""
    start = 0x7E00_0000_0000
    address, end = base + 16_018, start + 0x20_000
    access = FaultAccess(kind, address, 2, "mov", registers=(("rcx", base), ("r15", 4000)), scale=4)
    return crash(
        signal=segv(address, code=2),
        frames=[native(jit=True), python()],
        access=access,
        mappings=standard_mappings(
            mapping(start, 0x20_000, rights), mapping(end, 0x8000, target, "/lib/libz.so.1")
        ),
    )


def test_a_write_that_an_index_led_out_of_writable_memory_is_out_of_bounds():
    """quest_scripts of the fourteenth lot: a march over LuaJIT's heap ends at libz's headers."""
    base = 0x7E00_0000_0000 + 0x1F_000
    found = first(refused(base))
    assert claims(found)[:2] == ("out-of-bounds", "likely")
    assert first(refused(base, rights="r--")).cause == "write-to-read-only"
    assert first(refused(base + 0x2000)).cause == "write-to-read-only", "it began in there"


def test_garbage_in_the_index_or_no_array_below_it_is_a_wild_pointer():
    assert first(scaled(0x5555_1234_5678)).cause == "wild-pointer"
    assert first(scaled(70_000_000, base=0x1234_5678_9000)).cause == "wild-pointer"
    assert first(scaled(70_000_000, scale=1)).cause == "wild-pointer"


def test_what_was_added_to_an_address_that_a_variable_holds_was_an_index():
    """A table of native code, by its address; a mark for "missing" is the index."""
    base = HEAP + 0x510
    found = first(scaled(-(64 << 20) - 8, base=base, scale=1, table=base))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 4})
    assert "table in main" in found.summary
    garbage = scaled(0x5555_1234_5678, base=base, scale=1, table=base)
    assert first(garbage).cause == "wild-pointer"


def far(state, value, name="labels[33]"):
    return state._replace(far_numbers=(FarNumber(value, name, PID, 1, 1000),))


def test_an_element_of_an_array_leads_from_native_memory_to_the_address():
    """pandas' groupsort_indexer counts in `counts[labels[i] + 1]`, networkit keeps records."""
    found = first(far(scaled(300_000_000, scale=8, offset=8), 300_000_000))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})
    address = HEAP + 0x508 + 8 * 300_000_000
    frames = [native("sort", "extension"), python()]
    access = read_at(address, ("rax", address))
    state = crash(signal=segv(address), frames=frames, access=access)
    assert first(state).cause == "wild-pointer"
    found = first(far(state, 300_000_000))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 2})


def test_a_far_number_names_the_index_that_only_a_register_held():
    """torch_label_of_no_class of tests/real: the index of an inner axis."""
    index = 880_000_000
    frames = [native("loss", "extension"), python(scores=GRID)]
    state = crash(signal=segv(GRID.address + 8 * index), frames=frames, registers={3: index})
    assert claims(first(state)) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})
    found = first(far(state, index, "labels[1, 2]"))
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_the_length_of_an_array_in_a_register_leads_nowhere_by_itself():
    """skimage_labels_of_an_empty_slice of tests/real: another array's memory, 52 KB further on."""
    volume = array(HEAP + 0x1000, (300, 300, 300))
    address = volume.address + 300 * 720_000 + 52_000
    frames = [native("scan", "extension"), python(volume=volume)]
    state = crash(signal=segv(address), frames=frames, registers={3: 300}, access=read_at(address))
    assert first(state).cause == "wild-pointer"
    frames = [native("scan", "extension"), python(volume=volume, row=300)]
    state = crash(signal=segv(address), frames=frames, access=read_at(address))
    assert first(state).cause == "out-of-bounds", "the program's own index does"


def test_a_far_number_is_told_beside_an_index_that_is_garbage():
    """scipy's indptr: the code ran past the end of the indices, and took what it found there."""
    frames = [native("matvec", "extension"), python(v=GRID)]
    address = GRID.address + 8 * 1_512_348_416
    state = crash(signal=segv(address), frames=frames, registers={3: 1_512_348_416})
    found = first(far(state, 1_500_000_000, "m.indptr[2]"))
    told = "m.indptr[2] in main is 1500000000: more than any array there has elements"
    assert told in words(found)
    wild = first(far(scaled(0x5555_1234_5678), 1_500_000_000, "m.indptr[2]"))
    assert wild.cause == "wild-pointer" and told in words(wild)


def test_a_read_off_the_edge_with_a_far_number_is_an_overrun():
    """scikit-learn's libsvm believes a count of support vectors."""
    frames = [native("predict", "extension"), python()]
    state = crash(signal=segv(END), frames=frames, access=read_at(END, ("rax", END)))
    assert first(state).cause == "wild-pointer"
    found = first(far(state, 1_000_000, "n_support[0]"))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 4})


def test_code_that_counts_in_memory_worked_on_no_floats():
    """numba_histogram_of_outliers of tests/real: both arrays' addresses are in registers."""
    code, address = 0x6000_0000, HEAP + (20 << 30)
    jit = mapping(code, 4096, "r-x", "")
    frame = native("histogram", None)._replace(pc=code + 16, is_jit=True)
    lengths, counts = array(HEAP + 0x1000, (5,)), array(HEAP + 0x2000, (100,), "int64")
    state = crash(
        signal=segv(address),
        frames=[frame, python(lengths=lengths, counts=counts)],
        mappings=[jit],
        registers={3: lengths.address, 6: counts.address},
        access=FaultAccess("write", address, 8, "inc qword ptr [r10 + r9*8]"),
    )
    found = first(state)
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_index_that_the_code_multiplied_is_told_with_its_number():
    """d[i * 4] of C: the register holds neither i nor anything of the program's."""
    index = 492_000_000
    frame = calling(("argument 1 of at", GRID), ("argument 2 of at", index // 4))
    frames = [*ctypes_call(native("at", "extension")), frame]
    found = first(failing(frames, GRID.address + 8 * index, registers={3: index}))
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 4})
    odd = failing(frames, GRID.address + 8 * index + 8, registers={3: index + 1})
    assert claims(first(odd)) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_count_that_was_given_is_told_beside_the_counter_of_the_loop():
    """cffi's unpack, carray of Numba: a register holds how far the loop got."""
    small = array(END - 0x2_0000, (16,))
    frame = calling(("argument 1 of sum", small), ("argument 2 of sum", 500_000))
    state = failing([native("sum", "extension"), frame], END, access=read_at(END))
    found = first(state._replace(threads=crash(**counter(frame, END)).threads))
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 5})


def counter(frame, address):
    frames = [native("sum", "extension"), frame]
    return {"signal": segv(address), "frames": frames, "registers": {3: 0x2_0000 // 8}}


# empty arguments


def given(state, *arguments):
    """The same in a call that was given these (name, value, passed) operands."""
    crashed = state.crashed
    frames = list(crashed.stack.frames)
    at = next(k for k, frame in enumerate(frames) if frame.python is not None)
    operands = tuple(
        Variable(name, value, "operand", "bag", is_passed=True) for name, value in arguments
    )
    frames[at] = frames[at]._replace(python=frames[at].python._replace(operands=operands))
    stack = crashed.stack._replace(frames=tuple(frames))
    return state._replace(threads=(crashed._replace(stack=stack), *state.threads[1:]))


NOTHING = Value("numpy.ndarray", "int64[0]", 0x77, buffer=array(HEAP, (0,), "int64"))
BEFORE = (1 << 64) - 80
NOWHERE = 0x4444_0000_0000


def test_memory_before_null_is_that_of_an_empty_argument():
    """torch_bags_without_offsets, rapidfuzz_table_of_no_queries of tests/real."""
    frames = [native("add_rows", "extension"), python()]
    state = crash(signal=segv(BEFORE), frames=frames, access=read_at(BEFORE, ("rdx", BEFORE)))
    assert first(given(state, ("argument 1 of bag", Value("int", "3")))).cause == "null-dereference"
    for empty in (NOTHING, Value("list", "[]", 0x88)):
        found = first(given(state, ("argument 3 of bag", empty)))
        assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 2})


def test_an_address_of_nowhere_is_that_of_an_empty_array_that_the_call_was_given():
    """skimage_labels_of_an_empty_slice of tests/real."""
    frames = [native("scan3D", "extension"), python()]
    wild = read_at(NOWHERE, ("rdx", NOWHERE))
    state = crash(signal=segv(NOWHERE), frames=frames, access=wild)
    empty_list, text = Value("list", "[]", 0x88), Value("str", "''", 0x99)
    for other in (empty_list, text, Value("int", str(NOWHERE), number=NOWHERE)):
        assert first(given(state, ("argument 1 of bag", other))).cause == "wild-pointer"
    found = first(given(state, ("argument 3 of bag", NOTHING)))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 1})
    number = ("argument 1 of bag", Value("int", str(NOWHERE), number=NOWHERE))
    assert first(given(state, number, ("argument 3 of bag", NOTHING))).cause == "wild-pointer"


def test_arguments_that_are_none_or_empty_are_told_at_null():
    """pandas_rolling_apply_by_group of tests/real: index is None in pandas' own call."""
    frames = [native("bounds", "extension"), python()]
    state = crash(signal=segv(0), frames=frames, access=read_at(0, ("r14", 0)))
    none = Value("NoneType", "None", 0x99)
    found = first(given(state, ("argument 6 of bag", none), ("argument 7 of bag", NOTHING)))
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})
    slots = Buffer("list", HEAP, HEAP, HEAP + 16, "", 8, (2,), (8,))
    parts = Value("list", "[…]", 0x88, children=(("[1]", none),), items=slots)
    found = first(given(state, ("argument 1 of total", parts)))
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})


# an overrun through Python's own data


def test_an_overrun_that_destroyed_pythons_data_is_said_to_have():
    file = mapping(END, 4096, "r--", "/home/ada/data.bin")
    frames = [native("fill", "extension"), native("_PyEval_EvalFrameDefault", "libpython")]
    access = FaultAccess("write", END, 4, "mov")
    found = first(crash(signal=segv(END, code=2), frames=frames, access=access, mappings=[file]))
    assert claims(found) == ("out-of-bounds", "likely", [], {"read": 4})


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
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})


def test_python_that_runs_without_the_gil_accuses_none_of_its_own_functions():
    frames = [native("PyUnicode_New", "libpython"), python()]
    found = first(crash(signal=segv(0x10), frames=frames, gil=NOBODY))
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})


def test_ctypes_itself_is_not_who_called():
    frames = [
        native("PyErr_Occurred", "libpython"),
        native("_ctypes_callproc", "ctypes"),
        native("_PyObject_MakeTpCall", "libpython"),
        python(),
    ]
    found = first(crash(signal=segv(0x10), frames=frames, gil=NOBODY))
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_deleted_thread_state_is_evidence():
    frames = [native("cfunction_vectorcall_O", "libpython"), python()]
    state = crash(signal=segv(0x20), frames=frames, gil=NOBODY, thread={"has_lost_state": True})
    found = first(state)
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 4})


def test_the_main_thread_is_called_so_where_python_does_not_name_it():
    frames = [native("cfunction_vectorcall_O", "libpython"), python()]
    lost = {"has_lost_state": True, "name": ""}
    found = first(crash(signal=segv(0x20), frames=frames, gil=NOBODY, thread=lost))
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 4})


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
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


STRIP = array(HEAP + 0x1000, (60, 9_000))


def at_row(row, column, *, grid=STRIP, size=8, operand=STRIP):
    """The cause where a call that was given `operand` read what would be an element of `grid`."""
    place = grid.address + row * grid.strides[0] + column * grid.itemsize
    frames = [native("shaded", "extension"), calling(("argument 1 of shaded", operand))]
    return failing(frames, place, access=read_at(place, ("rax", place), size=size))


def test_whole_rows_and_few_elements_from_an_array_that_was_given_are_likely():
    """parcel_shade of the thirteenth lot: pybind11's h(x, y) where h(y, x) was meant."""
    found = first(at_row(240, 1))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})
    for state in (at_row(240, 700), at_row(9_000, 1), at_row(240, 1, size=4)):
        assert first(state).cause != "out-of-bounds"
    small = array(HEAP + (16 << 20) - 0x10000, (10, 300))
    assert first(at_row(250, 1, grid=small, operand=small)).cause != "out-of-bounds", "by chance"


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
    assert claims(found) == ("gil-not-held", "certain", [], {"read": 3})
    assert "__libc_start" not in words(found)


def pointer_to(target):
    """A pointer of ctypes, as a value."""
    own = Buffer("ctypes", HEAP + 0x800, HEAP + 0x800, HEAP + 0x808)
    return Value("LP_c_double", "LP_c_double", HEAP + 0x7F0, number=target, buffer=own)


def indexed(target, index, address):
    """Python has applied an index to a pointer of ctypes, which read there."""
    frame = python(levels=pointer_to(target))
    operands = (Variable("a value", pointer_to(target)), Variable("a value", _number(index)))
    frames = [native("d_get", "extension"), frame._replace(operands=operands)]
    return crash(signal=segv(address), frames=frames, access=read_at(address, ("rdi", address)))


def _number(value):
    return Value("int", str(value), number=value)


def test_an_index_of_a_pointer_of_ctypes_counts_from_no_end():
    found = first(indexed(HEAP + 0x100, -2161, HEAP + 0x100 - 8 * 2161))
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})
    assert "in front of the address in levels" in found.summary


def test_an_index_that_does_not_lead_there_or_from_nowhere_tells_nothing():
    assert first(indexed(HEAP + 0x100, -2161, HEAP + 0x100 - 8 * 2161 + 4)).cause == "wild-pointer"
    assert first(indexed(0x1234_5678_9000, -2161, 0x1234_5678_9000 - 8 * 2161)).cause != (
        "out-of-bounds"
    )


def test_what_c_makes_of_a_nan_is_an_index_that_leads_far_before_the_array():
    counts = array(HEAP + 0x100, (36, 25))
    address = counts.address - (1 << 31) * 200 + 40
    frames = [native("rose_add", "extension"), python(counts=counts)]
    found = first(crash(signal=segv(address), frames=frames, access=read_at(address)))
    assert claims(found)[:2] == ("out-of-bounds", "likely")
    assert any("NaN" in one.text for one in found.evidence)


def test_a_read_off_the_edge_in_a_loop_by_getitem_is_an_overrun():
    frame = python(track=Value("track.Track", "<track.Track>"))
    operands = (Variable("a value", Value("iterator", "<iterator>")),)
    frames = [native("at", "extension"), frame._replace(operands=operands)]
    state = crash(signal=segv(END), frames=frames, access=read_at(END, ("rbx", END)))
    assert claims(first(state)) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 4})
