"""The rule out-of-bounds: positive, near miss, missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.buffers import ArrayIndex, Buffer
from atfault.model.state import FaultAccess
from support.diagnosed import claims, every_cause, first, unmet_rules
from support.states import (
    AREA,
    HEAP,
    PID,
    array,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
    thread,
)

FAR = 0x1234_5678_9000


# out-of-bounds

GRID = array(HEAP + 0x1000, (64, 64))


def test_an_integer_that_leads_exactly_there_is_proof():
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512 + 80),
        frames=[native("paint", "extension"), python(grid=GRID, row=50_000_000, column=10)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_column_is_told_from_a_row():
    found = first(
        signal=segv(GRID.address + 3 * 512 + 70_000_000_000 * 8),
        frames=[native("f", "extension"), python(grid=GRID, i=3, j=70_000_000_000)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


@pytest.mark.parametrize("effective", (-9_000_000, -9_000_000 + 64))
def test_negative_indices_count_with_and_without_wrapping(effective):
    found = first(
        signal=segv(GRID.address + effective * 512),
        frames=[native("f", "extension"), python(grid=GRID, row=-9_000_000)],
    )
    assert found.confidence == "certain"
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_number_in_the_code_counts_as_well():
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512),
        frames=[native("f", "extension"), python(constants=(50_000_000,), grid=GRID)],
    )
    assert found.confidence == "certain"


def test_a_register_counts_as_well():
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512),
        frames=[native("paint", jit=True), python(grid=GRID)],
        registers={12: 50_000_000},
    )
    assert found.confidence == "certain"


@pytest.mark.parametrize(
    ("name", "checked"), (("get(int64_2a, long)", False), ("f(Array<long, 1, C>, long)", True))
)
def test_bounds_checks_are_advised_where_numba_can_make_them(name, checked):
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512),
        frames=[
            native(name, jit=True),
            native("call_cfunc", "numba"),
            python(grid=GRID, k=50_000_000),
        ],
    )
    texts = [advice.text for advice in found.advice]
    assert any("NUMBA_BOUNDSCHECK" in text for text in texts) == checked
    assert any("debug=True" in text for text in texts)


def test_a_view_with_negative_strides_is_measured_from_its_first_element():
    flipped = array(HEAP + 0x8000, (100,), strides=(-8,))
    found = first(
        signal=segv(flipped.address - 8 * 200_000_000),
        frames=[native("f", "extension"), python(x=flipped, i=200_000_000)],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")


def test_a_large_distance_without_a_matching_integer_is_not_out_of_bounds():
    state = {
        "signal": segv(GRID.address + 25_600_000_080),
        "frames": [native("f", "extension"), python(grid=GRID, n=7)],
    }
    assert every_cause(**state) == ["wild-pointer"]


def test_an_index_that_is_legal_explains_nothing():
    state = {
        "signal": segv(FAR),
        "frames": [native("f", "extension"), python(grid=GRID, row=5, column=63)],
    }
    assert every_cause(**state) == ["wild-pointer"]


def test_integers_of_libraries_do_not_count():
    frame = python(file="/usr/lib/python3.12/x.py", row=50_000_000)
    state = {
        "signal": segv(GRID.address + 50_000_000 * 512),
        "frames": [native("f", "extension"), frame, python(grid=GRID)],
    }
    assert every_cause(**state) == ["wild-pointer"]


def test_the_arrays_address_in_the_instruction_is_proof():
    access = FaultAccess(
        "read",
        FAR,
        8,
        "mov rax, qword ptr [rbx + rcx*8]",
        registers=(("rbx", GRID.address), ("rcx", 99)),
    )
    found = first(
        signal=segv(FAR), frames=[native("f", "extension"), python(grid=GRID)], access=access
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")


OWN = array(AREA, (512,))
OWN_MAP = mapping(AREA, 4096)


def test_the_first_address_behind_the_arrays_mapping_makes_it_likely():
    found = first(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        frames=[native("f", "extension"), python(samples=OWN)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_the_page_before_the_arrays_mapping_counts_too():
    found = first(
        signal=segv(AREA - 8),
        mappings=[OWN_MAP],
        frames=[native("f", "extension"), python(samples=OWN)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_two_pages_behind_is_not_out_of_bounds():
    assert every_cause(
        signal=segv(AREA + 3 * 4096),
        mappings=[OWN_MAP],
        frames=[native("f", "extension"), python(samples=OWN)],
    ) == ["wild-pointer"]


def test_several_arrays_that_fit_are_all_named_and_only_possible():
    lower, upper = array(AREA, (256,)), array(AREA + 2048, (256,))
    found = first(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        frames=[native("f", "extension"), python(a=lower, b=upper)],
    )
    assert claims(found) == ("out-of-bounds", "possible", ["paint.py:10:main"], {"read": 4})


def test_memset_that_still_holds_the_arrays_address_is_proof():
    found = first(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        registers={0: AREA},
        access=FaultAccess("write", AREA + 4096, 1, "rep stosb byte ptr [rdi], al"),
        frames=[*ctypes_call(native("__memset_avx2_unaligned_erms")), python(samples=OWN)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 4})


def test_the_source_of_a_copy_is_not_blamed_for_a_write():
    source, target = array(AREA, (512,)), array(AREA + 0x10_0000, (512,))
    found = first(
        signal=segv(AREA + 0x20_0000),
        registers={0: target.address, 2: 0x10_0020, 4: source.address},
        mappings=[OWN_MAP, mapping(target.address, 4096)],
        access=FaultAccess("write", AREA + 0x20_0000, 32, "vmovdqu ymmword ptr [rcx], ymm0"),
        frames=[native("__memcpy_avx2"), python(source=source, target=target)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_stale_register_far_from_where_the_function_read_proves_nothing():
    rows = array(AREA, (512,))
    found = first(
        signal=segv(0xDEAD_BEEF_CAFE_BABE),
        registers={5: 0xDEAD_BEEF_CAFE_BABE, 2: rows.address},
        mappings=[OWN_MAP],
        access=FaultAccess("read", 0xDEAD_BEEF_CAFE_BABE, 32, "vpcmpeqb k0, ymm16, [rdi]"),
        frames=[native("__strlen_evex"), python(rows=rows)],
    )
    assert found.cause == "wild-pointer"


@pytest.mark.parametrize("offset", (0, 24))
def test_an_address_that_was_given_was_not_run_into_from_the_memory_before_it(offset):
    rows = array(AREA, (512,))
    closed = AREA + 4096
    state = {
        "signal": segv(closed + offset),
        "mappings": [OWN_MAP],
        "access": FaultAccess("read", closed + offset, 32, "vpcmpeqb k0, ymm16, [rdi]"),
    }
    frames = [native("__strlen_evex"), python(rows=rows, address=closed, length=4096)]
    assert first(frames=frames, **state).cause == "wild-pointer"
    frames = [native("__strlen_evex"), python(rows=rows, length=4096)]
    assert first(frames=frames, **state).cause == "out-of-bounds"


def test_how_far_behind_the_memory_the_access_was_is_told():
    rows = array(AREA, (512,))
    found = first(
        signal=segv(AREA + 4096 + 24),
        mappings=[OWN_MAP],
        access=FaultAccess("read", AREA + 4096 + 24, 8, "mov rax, [rdi]"),
        frames=[native("f"), python(rows=rows)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_compiled_code_that_holds_the_address_makes_it_likely():
    frames = [native("gather", jit=True), python(table=GRID)]
    found = first(signal=segv(FAR), frames=frames, registers={3: GRID.address})
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_a_float_instruction_is_no_access_to_integers():
    picks = array(HEAP + 0x9000, (4,), "int64")
    access = FaultAccess("read", FAR, 8, "vaddsd xmm0, xmm0, qword ptr [r10 + r9*8]")
    found = first(
        signal=segv(FAR),
        access=access,
        registers={3: GRID.address, 4: picks.address},
        frames=[native("gather", jit=True), python(table=GRID, picks=picks)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_access_to_less_than_a_float_is_none_to_that_array():
    narrow = array(HEAP + 0x9000, (4, 4), "float32")._replace(itemsize=4, strides=(16, 4))
    found = first(
        signal=segv(FAR),
        access=FaultAccess("read", FAR, 4, "vinsertps xmm0, xmm0, dword ptr [rsi + r11], 0x30"),
        registers={3: GRID.address, 4: narrow.address},
        frames=[native("gather", jit=True), python(table=GRID, narrow=narrow)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})
    assert "narrow" in found.summary


def test_a_stale_register_in_other_native_code_proves_nothing():
    frames = [native("f", "extension"), python(table=GRID)]
    state = {"signal": segv(FAR), "frames": frames, "registers": {3: GRID.address}}
    assert every_cause(**state) == ["wild-pointer"]


def test_a_view_beyond_its_owner_is_named_for_certain():
    view = array(AREA, (100_000,), owner=(AREA, AREA + 4096))
    found = first(
        signal=segv(AREA + 8192),
        mappings=[OWN_MAP],
        frames=[native("sum", "extension"), python(windows=view)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_view_of_memory_that_is_elsewhere_now_claims_nothing():
    view = array(AREA, (512,), owner=(AREA + (1 << 30), AREA + (1 << 31)))
    assert "out-of-bounds" not in every_cause(
        signal=segv(AREA + 80), frames=[native("sum", "extension"), python(view=view)]
    )


def test_a_view_beyond_the_array_whose_memory_it_shares_is_likely():
    found = first(
        signal=segv(AREA + 8192),
        mappings=[OWN_MAP],
        frames=[native("sum", "extension"), python(view=array(AREA, (100_000,)), signal=OWN)],
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_address_inside_the_array_is_not_out_of_bounds():
    assert "out-of-bounds" not in every_cause(
        signal=segv(OWN.address + 80, code=2),
        mappings=[mapping(AREA, 4096, "r--")],
        frames=[native("f"), python(samples=OWN)],
    )


def test_arrays_of_other_threads_count_for_less():
    main = thread([native("wait"), python(grid=GRID, row=50_000_000)], tid=9, crashed=False)
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512),
        threads=(main,),
        frames=[native("kernel", "extension")],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")


def test_memory_on_a_gpu_is_no_address_of_this_process():
    on_gpu = GRID._replace(device="cuda:0")
    assert "out-of-bounds" not in every_cause(
        signal=segv(GRID.address + 50_000_000 * 512),
        frames=[native("f", "extension"), python(grid=on_gpu, row=50_000_000)],
    )


def test_names_of_the_users_own_frames_come_first():
    inner = python("_sum", file="/usr/lib/python3/x.py", a=GRID)
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512),
        frames=[native("f", "extension"), inner, python(grid=GRID, row=50_000_000)],
    )
    assert found.summary.startswith("grid ")


def test_without_arrays_out_of_bounds_is_not_checked():
    assert "out-of-bounds" in unmet_rules(signal=segv(FAR), frames=[native("f"), python()])


# out-of-bounds, by the place alone


def test_a_write_at_the_first_byte_of_a_library_behind_writable_memory_is_an_overrun():
    library = mapping(AREA + 4096, 4096, "r--", "/usr/lib/libx.so.1")
    found = first(
        signal=segv(AREA + 4096, code=2),
        mappings=[OWN_MAP, library],
        access=FaultAccess("write", AREA + 4096, 8),
        frames=[native("ramp", jit=True), python()],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "write-to-read-only" not in every_cause(
        signal=segv(AREA + 4096, code=2),
        mappings=[OWN_MAP, library],
        access=FaultAccess("write", AREA + 4096, 8),
        frames=[native("ramp", jit=True), python()],
    )


def test_a_write_at_the_first_byte_of_a_data_file_is_no_overrun():
    data = mapping(AREA + 4096, 4096, "r--", "/home/ada/data.bin")
    found = first(
        signal=segv(AREA + 4096, code=2),
        mappings=[OWN_MAP, data],
        access=FaultAccess("write", AREA + 4096, 8),
        frames=[native("f"), python()],
    )
    assert found.cause == "write-to-read-only"


def test_a_read_there_is_no_overrun():
    assert "out-of-bounds" not in every_cause(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        frames=[native("f"), python()],
        access=FaultAccess("read", AREA + 4096, 8),
    )


def test_a_copy_that_reads_off_the_edge_is_an_overrun():
    found = first(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        frames=[native("__memcpy_avx2"), python()],
        access=FaultAccess("read", AREA + 4096, 32),
    )
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:main"], {"read": 3})


def test_a_length_that_reaches_beyond_makes_a_distant_edge_likely():
    text = Buffer("ctypes", HEAP + 64, HEAP + 64, HEAP + 164)
    end = HEAP + (16 << 20)
    state = {
        "signal": segv(end),
        "access": FaultAccess("read", end, 32),
    }
    frames = [native("__memcpy_avx2"), python("dump", buf=text, n=1 << 30)]
    found = first(frames=frames, **state)
    assert claims(found) == ("out-of-bounds", "likely", ["paint.py:10:dump"], {"read": 4})
    frames = [native("__memcpy_avx2"), python("dump", buf=text, n=100)]
    assert claims(first(frames=frames, **state)) == (
        "out-of-bounds",
        "likely",
        ["paint.py:10:dump"],
        {"read": 3},
    )


def test_an_index_proves_nothing_where_the_address_itself_was_given():
    """`offset = handle - base`, computed for a log, leads from the one to the other, too."""
    handle = GRID.address + 50_000_000 * 512
    found = first(
        signal=segv(handle),
        frames=[
            *ctypes_call(native("peek", "extension")),
            python(grid=GRID, handle=handle, row=50_000_000),
        ],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")


# arrays without memory

EMPTY = Buffer("bytearray", 0, 0, 0, "uint8", 1, (0,), (1,))


@pytest.mark.parametrize("address", (0, 8, 0x100))
def test_an_array_whose_memory_is_null_explains_no_null_pointer(address):
    found = first(
        signal=segv(address),
        frames=[native("rewind", "libc"), python(pending=EMPTY, at=address)],
        registers={12: address},
    )
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_an_array_whose_memory_is_null_explains_no_far_address():
    causes = every_cause(
        signal=segv(50_000_000),
        frames=[native("f", "extension"), python(pending=EMPTY, at=50_000_000)],
    )
    assert "out-of-bounds" not in causes


def test_nothing_lies_in_the_first_64_kib_whatever_leads_there():
    address = 0x20
    found = first(
        signal=segv(address),
        frames=[native("f", "extension"), python(grid=GRID, row=(address - GRID.address) // 512)],
    )
    assert found.cause == "null-dereference"


@pytest.mark.parametrize(("index", "is_explained"), ((0, False), (7, False), (9_000_000, True)))
def test_a_small_index_from_an_array_of_no_elements_is_chance(index, is_explained):
    empty = Buffer("numpy.ndarray", FAR, FAR, FAR, "float64", 8, (0,), (8,))
    causes = every_cause(
        signal=segv(FAR + 8 * index),
        frames=[native("f", "extension"), python(empty=empty, index=index)],
    )
    assert ("out-of-bounds" in causes) == is_explained


@pytest.mark.parametrize(
    ("number", "is_crowded", "expected"),
    (
        (70_000, False, "out-of-bounds"),
        (70_000, True, "wild-pointer"),
        (512, True, "out-of-bounds"),
    ),
)
def test_an_array_that_holds_every_number_explains_no_access_but_the_first_past_the_memory(
    number, is_crowded, expected
):
    index = ArrayIndex(number, "order[7]", PID, 1, is_crowded)
    address = AREA + 8 * number
    found = first(
        signal=segv(address),
        frames=[native("read", "extension"), python(column=array(AREA, (512,)))],
        mappings=[mapping(AREA, 4096)],
        indices=(index,),
    )
    assert found.cause == expected
