"""Rules about pointers that lead nowhere: positive, near miss, missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.holders import Holder, Load
from atfault.model.state import FaultAccess, Returned
from atfault.model.suspects import HollowObject
from atfault.model.values import Value
from support.diagnosed import claims, diagnose, every_cause, first, unmet_rules, words
from support.states import (
    AREA,
    HEAP,
    STACK,
    array,
    crash,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
    standard_mappings,
)

FAR = 0x1234_5678_9000


# null-dereference


def test_address_0_is_a_null_dereference_for_certain():
    found = first(signal=segv(0), frames=[native("strlen"), python()])
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_an_object_that_was_never_set_up_is_named_where_its_package_ran():
    frames = [native("detect", "numba"), python(one=None)]
    lock = HollowObject("lock", "_thread.lock", "_thread.lock")
    hollow = (HollowObject("detector", "numba.Dispatcher", "numba.Dispatcher"), lock)
    found = first(signal=segv(0), frames=frames, hollow=hollow)
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})


def test_the_object_whose_field_is_empty_is_named():
    holder = Holder(Load(HEAP, 16, 0), "object", 16, "cv2.Detector", "detector")
    found = first(signal=segv(0), frames=[native("detect", "extension")], holders=(holder,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 3})
    far = holder._replace(load=Load(HEAP, 16, FAR))
    found = first(signal=segv(8), frames=[native("detect", "extension")], holders=(far,))
    assert "detector" not in words(found)


def test_an_object_in_a_library_that_has_no_type_was_never_made_ready():
    holder = Holder(Load(AREA, 8, 0), "static", 8, "aggdraw.so")
    found = first(signal=segv(0x90), frames=[native("get", "libpython")], holders=(holder,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 3})
    found = first(signal=segv(0x90), frames=[native("get", "extension")], holders=(holder,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 3})
    named = holder._replace(load=Load(AREA, 16, 0), byte=16, name="table")
    found = first(signal=segv(0x90), frames=[native("get", "libpython")], holders=(named,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 3})


def test_the_count_of_an_object_is_no_null_pointer_for_certain():
    holder = Holder(Load(HEAP, 0, 3), "header", 0, "books.Entry", "entry")
    found = first(signal=segv(0x13), frames=[native("amount", "extension")], holders=(holder,))
    assert claims(found) == ("null-dereference", "likely", [], {"read": 3})


def test_a_small_number_that_was_read_from_memory_as_a_pointer_is_not_null_for_certain():
    passed = FaultAccess("read", 0x5, 1, registers=(("rdi", 5),))
    frames = [native("length", "extension")]
    found = first(signal=segv(0x5), frames=frames, access=passed)
    assert (found.cause, found.confidence) == ("null-dereference", "certain")
    holder = Holder(Load(HEAP, 16, 1), "object", 16, "cv2.Detector", "detector")
    found = first(signal=segv(0x1), frames=frames, access=passed, holders=(holder,))
    assert (found.cause, found.confidence) == ("null-dereference", "likely")


def test_a_field_of_what_was_read_as_null_is_one_for_certain():
    access = FaultAccess("read", 0x20, 4, registers=(("rdi", 0x20),))
    frames = [native("lock", "extension")]
    holder = Holder(Load(HEAP, 16, 0), "object", 16, "cv2.Detector", "detector")
    found = first(signal=segv(0x20), frames=frames, access=access, holders=(holder,))
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_who_led_to_a_block_with_an_empty_pointer_is_named():
    holder = Holder(Load(HEAP, 8, 0), "block", 8, "", "model", "speech.Model")
    found = first(signal=segv(0), frames=[native("piece", "extension")], holders=(holder,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 3})
    nameless = holder._replace(name="", keeper="")
    found = first(signal=segv(0), frames=[native("piece", "extension")], holders=(nameless,))
    assert claims(found) == ("null-dereference", "certain", [], {"read": 2})


@pytest.mark.parametrize("address, cause", [(0, "null-dereference"), (FAR, "wild-pointer")])
def test_none_that_was_taken_for_an_object_is_named(address, cause):
    none = Holder(Load(HEAP, 16, address), "none", 16, "NoneType")
    car = Holder(Load(HEAP + 64, 24, HEAP), "object", 24, "cars.Car", "car")
    frames = [native("speed", "extension"), python()]
    found = first(signal=segv(address), frames=frames, holders=(none, car))
    assert found.cause == cause
    assert "took None for an object of a type of its own" in words(found)
    assert "the None is a field of car (a cars.Car), byte 24 of it" in words(found)
    found = first(signal=segv(address), frames=frames, holders=(none,))
    assert "is a field of" not in words(found)


def test_a_reference_that_an_extension_counts_where_no_memory_is():
    frames = [native("PyArray_Item_XDECREF", "extension"), native("clear", "extension"), python()]
    found = first(signal=segv(FAR), frames=frames)
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:10:main"], {"read": 3})
    assert first(signal=segv(8), frames=frames).cause == "null-dereference"
    other = [native("PyArray_Item_Copy", "extension"), *frames[1:]]
    assert first(signal=segv(FAR), frames=other).cause == "wild-pointer"
    inside = [native("_Py_XDECREF", "libpython"), *frames[1:]]
    assert first(signal=segv(FAR), frames=inside).cause == "wild-pointer"


# use-after-free of memory that is no object


def freed(**more):
    plain = Holder(Load(HEAP, 0, FAR), "freed", 0, pattern="a free block of malloc")
    return plain._replace(**more)


def test_a_pointer_out_of_freed_memory_is_a_use_after_free():
    holders = (freed(name="table", keeper="players.Table"),)
    found = first(signal=segv(FAR), frames=[native("deal", "extension")], holders=holders)
    assert claims(found) == ("use-after-free", "likely", [], {"read": 2})
    assert first(signal=segv(FAR), frames=[native("deal", "extension")]).cause == "wild-pointer"


def test_a_null_out_of_freed_memory_is_one_too():
    """embreex_scene_of_a_lost_device of tests/real: the last error was ENOMEM, long before."""
    frames = [native("commit", "extension"), python()]
    null = Holder(Load(HEAP, 0, 0), "freed", 0, pattern="a free block of malloc")
    assert every_cause(signal=segv(0x20), frames=frames, errno=12, holders=(null,)) == [
        "use-after-free"
    ]
    kept = null._replace(kind="block", pattern="")
    causes = every_cause(signal=segv(0x20), frames=frames, errno=12, holders=(kept,))
    assert causes == ["null-dereference", "out-of-memory"]


def test_null_out_of_freed_memory_is_a_use_after_free_first_of_all():
    """A collected callback of ctypes, whose records were freed and hold zeros by now."""
    frames = [native("call_back", "extension"), python()]
    found = first(signal=segv(0x10), frames=frames, holders=(freed(),))
    assert (found.cause, found.confidence) == ("use-after-free", "likely")


def test_the_freed_object_that_the_pointer_came_from_is_named():
    inside = Holder(Load(HEAP + 64, 8, FAR), "block", 8)
    holders = (inside, freed(kind="gone-object", type="json.Parser"))
    found = first(signal=segv(FAR), frames=[native("next", "extension")], holders=holders)
    assert claims(found) == ("use-after-free", "likely", [], {"read": 4})


@pytest.mark.parametrize(
    "offset, value, where",
    [
        (24, 0x381, "past the end of the block of 24 bytes"),
        (40, FAR, "16 bytes past the end of the block of 24 bytes"),
        (-8, 0, "8 bytes in front of the block of 24 bytes"),
    ],
)
def test_a_pointer_that_lay_beyond_its_block_is_out_of_bounds(offset, value, where):
    """meshpy_tetrahedra_of_three_points of tests/real: the fourth of three points."""
    frames = [native("orient", "extension"), python()]
    beyond = Holder(Load(HEAP, offset, value), "beyond", offset, room=24)
    found = first(signal=segv(value), frames=frames, holders=(beyond,))
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert f", {where} that it had the address of" in words(found)
    assert ("the size of the next block" in words(found)) == (value == 0x381)
    further = beyond._replace(kind="block", room=0)
    assert first(signal=segv(value), frames=frames, holders=(further, beyond)).cause != found.cause


def test_an_allocator_reads_its_links_out_of_freed_memory():
    frames = [native("_int_malloc"), native("malloc"), native("grow", "extension"), python()]
    assert first(signal=segv(FAR), frames=frames, holders=(freed(),)).cause != "use-after-free"


def test_a_function_pointer_out_of_freed_memory_is_a_use_after_free_too():
    call = FaultAccess("execute", FAR, instruction="call qword ptr [rax + 0x10]")
    frames = [native("", None, pc=FAR), native("deal", "extension"), python()]
    causes = every_cause(signal=segv(FAR), frames=frames, access=call, holders=(freed(),))
    assert causes[0] == "use-after-free"
    assert "bad-code-pointer" not in causes
    assert first(signal=segv(FAR), frames=frames, access=call).cause == "bad-code-pointer"


def test_the_closed_handle_of_what_the_method_belongs_to_is_named_whatever_library_failed():
    frames = [native("sqlite3_last_insert_rowid", "extension"), python(one=None)]
    closed = HollowObject("connection", "sqlite3.Connection", "sqlite3.Connection", False)
    found = first(signal=segv(0x18), frames=frames, hollow=(closed._replace(is_receiver=True),))
    text = "connection is a sqlite3.Connection whose first field in C is zero"
    assert text in words(found) and "closed" in words(found)
    assert found.confidence == "likely", "what that field is for is not known"
    assert text not in words(first(signal=segv(0x18), frames=frames, hollow=(closed,)))


def test_an_object_whose_part_in_cpp_was_never_made_is_told():
    """osmium_handler_without_its_init of tests/real: memory that nobody has filled."""
    handler = HollowObject("handler", "Benches", "osmium.Handler", False, True, is_unmade=True)
    call = FaultAccess("execute", FAR, instruction="call qword ptr [rax + 0x10]")
    calling = [native("", None, pc=FAR), native("visit", "extension"), python()]
    for ending in (
        {"frames": calling, "access": call},
        {"frames": calling[1:]},
    ):
        text = words(first(signal=segv(FAR), hollow=(handler,), **ending))
        assert "handler is a Benches whose part in C++ was never made" in text
        assert "super().__init__()" in text
        other = handler._replace(is_receiver=False)
        assert "super()" not in words(first(signal=segv(FAR), hollow=(other,), **ending))


def test_what_is_no_pointer_at_all_is_not_certain_to_have_been_null():
    frames = [native("tb_print", "libpython"), python()]
    odd = {"signal": segv(0xF), "frames": frames}
    assert first(**odd, access=FaultAccess("read", 0xF, 8)).confidence == "likely"
    assert first(**odd, access=FaultAccess("read", 0xF, 1)).confidence == "certain"
    even = {"signal": segv(0x10), "frames": frames}
    assert first(**even, access=FaultAccess("read", 0x10, 8)).confidence == "certain"


@pytest.mark.parametrize("below", (8, 16, 80, 4096))
def test_what_lies_in_front_of_null_is_likely_a_null_dereference(below):
    address = (1 << 64) - below
    found = first(signal=segv(address), frames=[native("last", "extension"), python()])
    assert claims(found) == ("null-dereference", "likely", ["paint.py:10:main"], {"read": 1})


def test_a_negative_number_that_was_passed_as_a_pointer_is_not_null():
    frames = [native("free_it", "extension"), python(handle=-8)]
    assert first(signal=segv((1 << 64) - 8), frames=frames).cause == "wild-pointer"
    found = first(signal=segv((1 << 64) - 1), frames=[native("free_it", "extension"), python()])
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 1})


def test_numbers_where_a_pointer_should_be_are_told():
    bits = 0x4299_D463_E960_0000
    for value, told in ((bits, True), (bits | 0x1234_5678, False)):
        access = FaultAccess("write", value, 8, registers=(("rdi", value),))
        frames = [native("clear", "extension"), python()]
        found = first(signal=segv(value), frames=frames, access=access)
        assert found.cause == "wild-pointer"
        assert ("the number 7.1e+12 (float64)" in words(found)) == told


def test_with_its_callers_unknown_a_null_dereference_is_likely():
    run, begin = native("_PyEval_EvalFrameDefault", "libpython"), native("begin", "extension")
    guessed = begin._replace(trust="scanned")
    inlined = run._replace(is_inline=True)
    for outer, confidence in (
        ([], "likely"),
        ([run], "likely"),
        ([inlined, run], "likely"),
        ([run, begin], "certain"),
        ([run, guessed], "likely"),
        ([guessed, run, begin], "likely"),
    ):
        state = crash(signal=segv(0), frames=[native("f"), *outer, python()])
        crashed = state.threads[0]
        cut = crashed.native._replace(stop_reason="no unwind information at 0x1234")
        state = state._replace(threads=(crashed._replace(native=cut),))
        assert diagnose(state).findings[0].confidence == confidence


def test_a_call_through_ctypes_and_the_empty_variable_are_named():
    variables = python(handle=None, n=3, width=0, height=0)
    found = first(signal=segv(0), frames=[*ctypes_call(native("strlen")), variables])
    assert "ctypes" in words(found)
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 4})


def test_ctypes_that_makes_an_object_of_a_result_was_given_that_by_the_function():
    frames = [native("O_get", "ctypes"), native("GetResult.constprop.0", "ctypes")]
    found = first(
        signal=segv(0x2A), frames=[*ctypes_call(*frames)[:2], *ctypes_call()[1:], python()]
    )
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 2})
    assert "restype" in found.advice[0].text and "arguments" not in found.advice[0].text


def test_zero_is_no_null_pointer_to_an_extension_module():
    zero = Value("int", "0", 0x5000, 0)
    found = first(signal=segv(0), frames=[native("size", "extension"), python(i=zero)])
    assert "empty" not in " ".join(one.text for one in found.evidence)


def test_a_field_that_ctypes_itself_reads_is_no_call_and_the_pointer_is_named():
    pointer = Value("__main__.LP_Node", "LP_Node to 0x10", 0x5000, 0x10)
    other = Value("__main__.LP_Node", "LP_Node to 0x7000", 0x5100, 0x7000)
    frames = [
        native("i_get", "ctypes"),
        native("PyCField_get", "ctypes"),
        python(n=pointer, m=other),
    ]
    found = first(signal=segv(0x18), frames=frames)
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})
    assert "followed" in found.advice[0].text


@pytest.mark.parametrize(("pointer", "confidence"), ((0x7E00_0000_1000, "likely"), (0, "certain")))
def test_ctypes_that_fails_in_its_own_records_may_have_lost_them(pointer, confidence):
    value = Value("LP_c_short", "LP_c_short", 0x7E00_0000_0000, pointer)
    frames = [
        native("Pointer_ass_item", "ctypes"),
        native("f", "libpython"),
        python(p=value, i=117),
    ]
    found = first(signal=segv(0x60), frames=frames)
    assert (found.cause, found.confidence) == ("null-dereference", confidence)
    assert ("was overwritten" in words(found)) == (confidence == "likely")


def image(data=0, mask=0x7000):
    """A structure of ctypes, with two pointers."""
    parts = ((".data", data, 0x6008), (".mask", mask, 0x6010))
    fields = tuple((name, Value("LP_c_float", "", 0, to, pointer_at=at)) for name, to, at in parts)
    return Value("__main__.Image", "Image of 24 bytes", 0x5000, children=fields)


CALLS_TOTAL = [native("total", "extension"), native("ffi_call", "libffi"), native("", "ctypes")]


def test_a_null_that_was_read_from_a_field_is_named_by_variable_and_field():
    holder = Holder(Load(0x6000, 8, 0), "pointer", 8, name="image.data")
    frames = [*CALLS_TOTAL, python(image=image())]
    found = first(signal=segv(0xC), frames=frames, holders=(holder,))
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})
    assert not any(one.is_again for one in found.advice)


def test_where_the_pointer_was_read_is_unknown_the_nulls_that_were_given_are_named():
    def told(**variables):
        return words(first(signal=segv(8), frames=[*CALLS_TOTAL, python(**variables)]))

    assert "image.data is NULL" in told(image=image())
    both = Value("__main__.Pair", "", 0x5000, children=((".a", image()), (".b", image(0x8000, 0))))
    assert "pair.a.data and pair.b.mask are NULL" in told(pair=both)
    assert "other.data is NULL" in told(image=image(), other=image())  # one pointer, two names
    assert "is NULL" not in told(image=image(data=0x8000))


def test_a_text_that_ctypes_reads_through_a_field_is_no_call_either():
    field = [native("s_get", "ctypes"), native("", "ctypes", is_inline=True)]
    frames = [native("strlen"), *field, python()]
    assert claims(first(signal=segv(24), frames=frames)) == (
        "null-dereference",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


@pytest.mark.parametrize("inside", ([], [native("", "ctypes")], [native("strlen")]))
def test_functions_of_ctypes_without_names_call_nothing_unless_libffi_does_it(inside):
    own = [*inside, native("", "ctypes"), native("", "ctypes"), native("f", "libpython"), python()]
    read = first(signal=segv(0x18), frames=own)
    assert claims(read) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 2})
    assert "argtypes" not in " ".join(one.text for one in read.advice)
    call = [native("strlen"), native("", "libffi"), native("", "libffi"), native("", "ctypes")]
    assert claims(first(signal=segv(24), frames=[*call, python()])) == (
        "null-dereference",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


def test_a_small_number_that_a_variable_holds_is_named():
    found = first(signal=segv(0x2A), frames=[native("f", "extension"), python("walk", fd=0x2A)])
    assert claims(found) == ("null-dereference", "certain", ["paint.py:10:walk"], {"read": 2})


def test_an_offset_beyond_a_page_is_only_likely():
    assert first(signal=segv(0x9000), frames=[native("f")]).confidence == "likely"


def test_64_kib_is_no_null_dereference():
    assert first(signal=segv(0x10000), frames=[native("f")]).cause == "wild-pointer"


def test_a_mapping_at_a_low_address_is_no_null_dereference():
    low = mapping(0x1000, 4096, "r--")
    assert "null-dereference" not in every_cause(
        signal=segv(0x1010, code=2), frames=[native("f")], mappings=[low]
    )


def test_without_an_address_null_dereference_is_not_checked():
    state = {"signal": segv(None), "frames": [native("f")]}
    assert "null-dereference" in unmet_rules(**state)


def test_a_general_protection_fault_reports_no_address_and_is_not_null():
    found = first(signal=segv(0, code=0x80), frames=[native("f", "extension")])
    assert claims(found) == ("wild-pointer", "likely", [], {"read": 2})


def test_a_signal_that_a_process_sent_is_no_fault():
    assert "null-dereference" not in every_cause(signal=segv(0, code=0), frames=[native("f")])


# returned-block

HOLE = 0x7D00_0000_0000
MB = 1 << 20


def returned(base=HOLE + 16, *, room=2 * MB, size=2 * MB, total=0, index=0, **more):
    way = (("rax", base), ("rcx", index))
    fields = {
        "signal": segv(base + 8 * index),
        "access": FaultAccess("read", base + 8 * index, 8, "mov rdx, [rax + rcx*8]", registers=way),
        "frames": [native("mean", "extension"), python(address=base)],
        "mappings": standard_mappings(mapping(HOLE + room, 4096)),
        "returned": Returned(size, total),
    }
    return first(**{**fields, **more})


def test_a_hole_of_the_size_of_the_largest_freed_block_is_a_freed_block():
    found = returned()
    assert claims(found) == ("use-after-free", "likely", ["paint.py:10:main"], {"read": 3})
    assert returned(HOLE + 64, index=1000).confidence == "likely"


def test_several_blocks_of_one_size_leave_one_hole():
    found = returned(size=MB)
    assert (found.cause, found.confidence) == ("use-after-free", "likely")


def test_blocks_too_large_to_be_kept_are_known_by_what_there_was_at_once():
    assert returned(size=0, total=2 * MB).confidence == "likely"
    found = returned(size=0, total=5 * MB)
    assert (found.cause, found.confidence) == ("use-after-free", "possible")
    assert returned(size=0, total=MB, room=4 * MB).cause == "wild-pointer"


def test_what_lay_behind_a_block_may_be_unmapped_as_well():
    found = returned(size=0, total=MB)
    assert (found.cause, found.confidence) == ("use-after-free", "possible")
    frames = [native("mean", "extension"), python()]
    assert returned(size=0, total=MB, frames=frames).cause == "wild-pointer", "nobody kept it"


def test_a_block_that_linux_aligned_leaves_less_than_2_mb_behind_it():
    frames = [native("mean", "extension"), python()]
    found = returned(size=0, total=32 * MB + 4096, room=33 * MB, frames=frames)
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    base = HOLE + 4096 + 16
    found = returned(base, size=0, total=32 * MB + 4096, room=33 * MB, frames=frames)
    assert found.cause == "wild-pointer", "it begins at no multiple of 2 MB"


def test_an_emulator_adds_its_guests_address_to_what_leads_to_a_block():
    way = (("rax", HOLE + 16 - 0x400000), ("r12", 0x400000))
    access = FaultAccess("read", HOLE + 16, 1, "movzx eax, byte ptr [rax + r12]", registers=way)
    assert (found := returned(access=access)).cause == "use-after-free"
    assert found.confidence == "likely"


def unused(start, *, holder=None, **values):
    """An access from `start` behind the end of the heap, which was larger by 1 MB once."""
    end = HEAP + 16 * MB
    at = end + max(start, 0)
    held = Holder(Load(HEAP + 64, 8, end + start), holder or "block")
    return returned(
        mappings=standard_mappings(),
        returned=Returned(unused=(end - 4096, end + MB)),
        access=FaultAccess("read", at, 1, "movzx eax, [rax]", registers=(("rax", at),)),
        signal=segv(at),
        frames=[native("mean", "extension"), python(**values)],
        holders=(held,) if holder else (),
    )


def test_a_kept_pointer_to_what_the_heap_had_at_its_end_is_one_to_freed_memory():
    kept = HEAP + 16 * MB + 8192 + 16
    for found in (unused(8192 + 16, holder="block"), unused(8192 + 16, rows=kept)):
        assert claims(found)[:2] == ("use-after-free", "likely")
    assert unused(-64, holder="pointer").cause == "use-after-free", "it began before that end"


def test_past_the_end_of_the_heap_a_pointer_that_nobody_kept_may_have_left_its_block():
    """parcel_shade: rows and columns in the wrong order, 360 kB a step."""
    assert unused(8192 + 16).cause == "wild-pointer"
    assert unused(8192 + 16, holder="result").cause == "wild-pointer"
    assert unused(-8192, holder="block").cause != "use-after-free", "of memory in use"
    assert unused(2 * MB, holder="block").cause == "wild-pointer", "where the heap never was"
    assert unused(0, holder="block").cause == "wild-pointer", "one that was moved on, and kept"


@pytest.mark.parametrize("size", (0, 3 * MB, 4096))
def test_a_hole_of_another_size_is_none(size):
    assert returned(size=size).cause == "wild-pointer"


@pytest.mark.parametrize("base", (HOLE, HOLE + 8, HOLE + 20, HOLE + 96, HOLE + 0x710))
def test_a_pointer_to_another_place_in_a_page_is_a_wild_one(base):
    assert returned(base).cause == "wild-pointer"


def test_a_variable_tells_where_the_access_started_from_too():
    """ctypes adds up where an element lies: pixels[7], of an SDL surface that is gone."""
    at = HOLE + 32 + 28
    way = {
        "signal": segv(at),
        "access": FaultAccess("read", at, 4, "mov", registers=(("rax", at),)),
    }
    frames = [native("I_get", "ctypes"), python(pixels=HOLE + 32)]
    assert (found := returned(frames=frames, **way)).cause == "use-after-free"
    assert found.confidence == "likely"
    frames = [native("I_get", "ctypes"), python(pixels=HOLE + 8)]
    assert returned(frames=frames, **way).cause == "wild-pointer"


def test_an_access_that_starts_from_memory_that_is_there_is_no_freed_block():
    way = (("rax", HEAP), ("rcx", (HOLE + 16 - HEAP) // 8))
    access = FaultAccess("read", HOLE + 16, 8, "mov rdx, [rax + rcx*8]", registers=way)
    assert returned(access=access).cause == "wild-pointer"


def test_a_small_hole_and_one_that_has_no_end_are_no_blocks():
    assert returned(room=64 << 10, size=64 << 10).cause == "wild-pointer"
    assert returned(room=1 << 35, size=0).cause == "wild-pointer"


@pytest.mark.parametrize(
    ("room", "size", "base", "is_one"),
    (
        (15 * MB, 8 * MB, HOLE + 10 * MB + 24, True),
        (17 * MB, 8 * MB, HOLE + 10 * MB + 24, False),
        (15 * MB, 0, HOLE + 10 * MB + 24, False),
        (15 * MB, 8 * MB, HOLE + 10 * MB + 25, False),
        (15 * MB, 8 * MB, HOLE + 24, False),
    ),
)
def test_what_grew_by_doubling_leaves_a_hole_less_than_twice_its_last_block(
    room, size, base, is_one
):
    ends = [mapping(HOLE - 4096, 4096 + 16), mapping(HOLE + room, 4096)]
    found = returned(base, size=size, mappings=standard_mappings(*ends))
    assert (found.cause == "use-after-free") == is_one
    assert not is_one or found.confidence == "possible"


@pytest.mark.parametrize(("place", "is_one"), ((10 * MB, False), (30 * MB, True)))
def test_above_the_arena_of_a_thread_a_hole_has_room_that_no_block_had(place, is_one):
    """malloc cuts it to 64 MB: how much it cuts off is chance."""
    ends = [mapping(HOLE - 4096, 4096), mapping(HOLE + 40 * MB, 4096)]
    found = returned(HOLE + place + 24, size=8 * MB, mappings=standard_mappings(*ends))
    assert (found.cause == "use-after-free") == is_one


# wild-pointer


def test_unmapped_memory_that_nothing_explains_is_a_wild_pointer():
    found = first(signal=segv(FAR), frames=[native("f", "extension"), python(address=FAR)])
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 2})


def test_a_pointer_cut_to_32_bits_is_recognised():
    found = first(
        signal=segv((HEAP + 0x1230) & 0xFFFF_FFFF | 0x1230_0000),
        frames=[native("f")],
        mappings=[mapping(0x7E55_1230_0000, 1 << 20)],
    )
    assert claims(found) == ("wild-pointer", "likely", [], {"read": 3})


def test_a_wild_pointer_that_went_through_ctypes_may_also_be_of_what_was_freed():
    found = first(signal=segv(FAR), frames=[*ctypes_call(native("memcpy")), python()])
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 1})
    cut = first(
        signal=segv((HEAP + 0x1230) & 0xFFFF_FFFF | 0x1230_0000),
        frames=[*ctypes_call(native("memcpy")), python()],
        mappings=[mapping(0x7E55_1230_0000, 1 << 20)],
    )
    assert "declare argtypes" in cut.advice[0].text and cut.advice[1].is_again


def test_a_sum_of_two_variables_is_named():
    found = first(signal=segv(FAR + 4000), frames=[native("f"), python(base=FAR, offset=4000)])
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 2})


def test_a_wild_pointer_in_code_of_numba_may_be_an_index():
    frames = [native("_ZN8__main__1fB2v1Ex", jit=True), python()]
    found = first(signal=segv(FAR), frames=frames)
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 2})
    assert any("NUMBA_BOUNDSCHECK" in advice.text for advice in found.advice)
    assert "Numba" not in words(first(signal=segv(FAR), frames=[native("f"), python()]))


def test_a_mapped_address_is_no_wild_pointer():
    assert "wild-pointer" not in every_cause(signal=segv(HEAP + 8), frames=[native("f")])


def test_without_a_memory_map_wild_pointer_is_not_checked():
    state = diagnose(crash(signal=segv(FAR), frames=[native("f")])._replace(mappings=()))
    assert "wild-pointer" in [n.rule for n in state.not_checked]


def test_memory_that_may_not_be_accessed_is_worded_so():
    closed = mapping(AREA, 8192, "---")
    held = array(AREA, (512,))
    found = first(
        signal=segv(AREA + 8, code=2),
        mappings=[closed],
        frames=[native("f", "extension"), python(m=held)],
    )
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 2})


def test_an_instruction_of_the_kernel_is_no_wild_pointer():
    found = first(
        signal=segv(None, code=0x80),
        frames=[native("f", "extension"), python()],
        access=FaultAccess("", None, instruction="hlt"),
    )
    assert claims(found) == ("illegal-instruction", "certain", ["paint.py:10:main"], {"read": 2})


# bad-code-pointer


TEXT = int.from_bytes(b"job 1 wa", "little")


def through(value, *, mnemonic="call", kind="block", **more):
    """A virtual function of an object at HEAP is called, whose first word is `value`."""
    access = FaultAccess(
        "read", value + 16, 8, f"{mnemonic} qword ptr [rax + 0x10]", registers=(("rax", value),)
    )
    holders = (Holder(Load(HEAP, 0, value), kind, 0, **more),)
    frames = [native("job_price", "extension"), python()]
    return first(signal=segv(None), frames=frames, access=access, holders=holders)


def test_an_object_without_its_table_of_functions_was_freed_or_overwritten():
    found = through(TEXT)
    assert claims(found) == ("bad-code-pointer", "likely", ["paint.py:10:main"], {"read": 2})
    assert "job 1 wa" in found.summary
    assert through(FAR).cause == "bad-code-pointer"


def test_a_pointer_that_is_no_table_of_functions_is_wild():
    assert through(TEXT, mnemonic="mov").cause == "wild-pointer"
    assert through(TEXT, kind="static", type="jobs.so").cause == "wild-pointer"


def test_a_table_of_functions_out_of_freed_memory_is_a_use_after_free():
    assert through(TEXT, kind="freed", pattern="a free block").cause == "use-after-free"


def test_the_allocator_at_the_end_of_the_stack_is_not_damaged():
    frames = [native("_PyObject_Malloc", "libpython", sp=STACK + 64), python()]
    assert "heap-corruption" not in every_cause(signal=segv(STACK - 8), frames=frames)
    frames = [native("_PyObject_Malloc", "libpython", sp=STACK + 64), python()]
    assert "heap-corruption" in every_cause(signal=segv(FAR), frames=frames)


def test_what_makes_objects_in_a_stripped_interpreter_is_its_allocator():
    frames = [native("_PyObject_GC_New", "libpython"), python()]
    assert first(signal=segv(FAR), frames=frames).cause == "heap-corruption"
    assert "heap-corruption" not in every_cause(signal=segv(0x20), frames=frames)


def test_a_null_function_pointer_is_certain():
    frames = [native(pc=0, module=None), native("", "libffi"), native("_ctypes_callproc", "ctypes")]
    found = first(signal=segv(0), frames=[*frames, python("dispatch")])
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:dispatch"], {"read": 1})
    assert "libffi" not in words(found)
    assert [advice.text for advice in found.advice] == [
        "find out where that function pointer came from; one that is NULL is false: test it before "
        "it is called"
    ]


def test_data_is_not_code():
    frames = [native(pc=HEAP + 64, module=None), native("run", "extension"), python()]
    found = first(signal=segv(HEAP + 64, code=2), frames=frames)
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:main"], {"read": 2})


def test_what_python_takes_for_a_function_of_a_type_was_written_over():
    frames = [native(pc=HEAP + 64, module=None), native("PyObject_Call", "libpython"), python()]
    found = first(signal=segv(HEAP + 64, code=2), frames=frames)
    assert claims(found) == ("heap-corruption", "likely", ["paint.py:10:main"], {"read": 3})
    frames = [native(pc=FAR, module=None), native("PyObject_Call", "libpython"), python()]
    assert first(signal=segv(FAR), frames=frames).cause == "bad-code-pointer"  # a library, perhaps


def test_a_jump_that_could_not_be_taken_is_told_by_its_operand():
    found = first(
        signal=segv(0, code=0x80),
        frames=[native("run", "extension"), python()],
        access=FaultAccess("execute", 0xDEAD_BEEF_DEAD_BEEF, instruction="call rax"),
    )
    assert found.cause == "bad-code-pointer"


def test_a_jump_to_an_address_that_no_process_can_have_is_told_by_its_register():
    found = first(
        signal=segv(0, code=0x80),
        frames=[native("run", "extension"), python()],
        registers={5: 0xDEAD_0000_BEEF_0000},
        access=FaultAccess("", None, instruction="jmp rdi"),
    )
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:main"], {"read": 2})


def test_a_return_to_text_is_an_overwritten_stack():
    found = first(
        signal=segv(0, code=0x80),
        frames=[native("read_name", "extension"), python()],
        access=FaultAccess("execute", 0x2072616620796220, instruction="ret"),
    )
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_function_that_has_returned_is_on_the_stack_no_more():
    found = first(
        signal=segv(0),
        frames=[native(pc=0, module=None), native("_PyEval_EvalFrame", "libpython"), python()],
        access=FaultAccess("execute", 0, instruction="ret"),
    )
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:main"], {"read": 2})


def test_a_frame_that_was_searched_for_called_nothing():
    frames = [native(pc=0, module=None), native("run", "extension")._replace(trust="scanned")]
    found = first(signal=segv(0), frames=[*frames, python()])
    assert claims(found) == ("bad-code-pointer", "likely", ["paint.py:10:main"], {"read": 1})


def test_a_function_that_ends_by_jumping_leaves_no_frame():
    found = first(
        signal=segv(0),
        frames=[native(pc=0, module=None), native("vectorcall", "libpython"), python()],
        access=FaultAccess("execute", 0, instruction="jmp"),
    )
    assert claims(found) == ("bad-code-pointer", "certain", ["paint.py:10:main"], {"read": 2})


def test_a_jump_through_a_register_that_holds_a_possible_address_is_not_told():
    causes = every_cause(
        signal=segv(0, code=0x80),
        frames=[native("run", "extension"), python()],
        registers={5: FAR},
        access=FaultAccess("", None, instruction="jmp rdi"),
    )
    assert "bad-code-pointer" not in causes


def test_a_fault_in_code_is_no_bad_code_pointer():
    assert "bad-code-pointer" not in every_cause(signal=segv(FAR), frames=[native("f")])


def test_without_registers_bad_code_pointer_is_not_checked():
    state = crash(signal=segv(FAR), frames=[])._replace(threads=())
    assert "bad-code-pointer" in [n.rule for n in diagnose(state).not_checked]
