"""Rules about where an access failed: positive, near miss, missing evidence."""

from __future__ import annotations

import pytest

from atfault.diagnose.engine import diagnose
from atfault.model.absent import Absent
from atfault.model.start import Start
from atfault.model.state import FaultAccess, MappedFile, SharedFile, SharedMemory
from atfault.model.values import Buffer, Value
from support.states import (
    CODE,
    HEAP,
    JIT_CODE,
    MODULES,
    PID,
    STACK,
    STACK_SIZE,
    array,
    crash,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
    thread,
)

FAR = 0x1234_5678_9000
AREA = 0x7E00_0000_0000
"""Free space, far from everything."""


def first(**state):
    return diagnose(crash(**state)).findings[0]


def every_cause(**state):
    return [f.cause for f in diagnose(crash(**state)).findings]


def words(finding):
    return finding.summary + " | " + " | ".join(e.text for e in finding.evidence)


def unmet_rules(**state):
    return [n.rule for n in diagnose(crash(**state)).not_checked]


# null-dereference


def test_address_0_is_a_null_dereference_for_certain():
    found = first(signal=segv(0), frames=[native("strlen"), python()])
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_a_call_through_ctypes_and_the_empty_variable_are_named():
    found = first(signal=segv(0), frames=[*ctypes_call(native("strlen")), python(handle=None, n=3)])
    assert "ctypes" in words(found)
    assert "handle was empty" in words(found)


def test_a_small_number_that_a_variable_holds_is_named():
    found = first(signal=segv(0x2A), frames=[native("f", "extension"), python("walk", fd=0x2A)])
    assert "fd in walk holds exactly this number" in words(found)


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
    assert found.cause == "wild-pointer"
    assert "no process can have" in found.summary


def test_a_signal_that_a_process_sent_is_no_fault():
    assert "null-dereference" not in every_cause(signal=segv(0, code=0), frames=[native("f")])


# wild-pointer


def test_unmapped_memory_that_nothing_explains_is_a_wild_pointer():
    found = first(signal=segv(FAR), frames=[native("f", "extension"), python(address=FAR)])
    assert (found.cause, found.confidence) == ("wild-pointer", "likely")
    assert "address in main holds this very address" in words(found)


def test_a_pointer_cut_to_32_bits_is_recognised():
    found = first(
        signal=segv((HEAP + 0x1230) & 0xFFFF_FFFF | 0x1230_0000),
        frames=[native("f")],
        mappings=[mapping(0x7E55_1230_0000, 1 << 20)],
    )
    assert "cut to 32 bits" in words(found)


def test_a_sum_of_two_variables_is_named():
    found = first(signal=segv(FAR + 4000), frames=[native("f"), python(base=FAR, offset=4000)])
    assert "base in main plus offset in main (4000)" in words(found)


def test_a_wild_pointer_in_code_of_numba_may_be_an_index():
    frames = [native("_ZN8__main__1fB2v1Ex", jit=True), python()]
    found = first(signal=segv(FAR), frames=frames)
    assert found.cause == "wild-pointer"
    assert "compiled by Numba" in words(found)
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
    assert "which may not be accessed" in found.summary
    assert "that is inside m" in words(found)


def test_an_instruction_of_the_kernel_is_no_wild_pointer():
    found = first(
        signal=segv(None, code=0x80),
        frames=[native("f", "extension"), python()],
        access=FaultAccess("", None, instruction="hlt"),
    )
    assert (found.cause, found.confidence) == ("illegal-instruction", "certain")
    assert "only the kernel may run" in found.summary


# out-of-bounds

GRID = array(HEAP + 0x1000, (64, 64))


def test_an_integer_that_leads_exactly_there_is_proof():
    found = first(
        signal=segv(GRID.address + 50_000_000 * 512 + 80),
        frames=[native("paint", "extension"), python(grid=GRID, row=50_000_000, column=10)],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert found.summary == "grid has 64 rows; row 50000000 was accessed"
    assert "25.6 GB past the end of grid, float64[64, 64]" in words(found)


def test_a_column_is_told_from_a_row():
    found = first(
        signal=segv(GRID.address + 3 * 512 + 70_000_000_000 * 8),
        frames=[native("f", "extension"), python(grid=GRID, i=3, j=70_000_000_000)],
    )
    assert "grid has 64 columns; column 70000000000" in found.summary


@pytest.mark.parametrize("effective", (-9_000_000, -9_000_000 + 64))
def test_negative_indices_count_with_and_without_wrapping(effective):
    found = first(
        signal=segv(GRID.address + effective * 512),
        frames=[native("f", "extension"), python(grid=GRID, row=-9_000_000)],
    )
    assert found.confidence == "certain"
    assert "row -9000000" in found.summary


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
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "samples has 512 elements; element 512" in found.summary


def test_the_page_before_the_arrays_mapping_counts_too():
    found = first(
        signal=segv(AREA - 8),
        mappings=[OWN_MAP],
        frames=[native("f", "extension"), python(samples=OWN)],
    )
    assert "before the first element of samples" in found.summary


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
    assert (found.cause, found.confidence) == ("out-of-bounds", "possible")
    assert "a and b" in found.summary


def test_memset_that_still_holds_the_arrays_address_is_proof():
    found = first(
        signal=segv(AREA + 4096),
        mappings=[OWN_MAP],
        registers={0: AREA},
        access=FaultAccess("write", AREA + 4096, 1, "rep stosb byte ptr [rdi], al"),
        frames=[*ctypes_call(native("__memset_avx2_unaligned_erms")), python(samples=OWN)],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert "reached in memset (libc.so.6)" in words(found)


def test_the_source_of_a_copy_is_not_blamed_for_a_write():
    source, target = array(AREA, (512,)), array(AREA + 0x10_0000, (512,))
    found = first(
        signal=segv(AREA + 0x20_0000),
        registers={0: target.address, 4: source.address},
        mappings=[OWN_MAP, mapping(target.address, 4096)],
        access=FaultAccess("write", AREA + 0x20_0000, 32, "vmovdqu ymmword ptr [rcx], ymm0"),
        frames=[native("__memcpy_avx2"), python(source=source, target=target)],
    )
    assert found.summary.startswith("target has")


def test_compiled_code_that_holds_the_address_makes_it_likely():
    frames = [native("gather", jit=True), python(table=GRID)]
    found = first(signal=segv(FAR), frames=frames, registers={3: GRID.address})
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "compiled by Numba, which does not check bounds" in words(found)
    assert any("atfault run --again" in (a.command or "") for a in found.advice)


def test_a_float_instruction_is_no_access_to_integers():
    picks = array(HEAP + 0x9000, (4,), "int64")
    access = FaultAccess("read", FAR, 8, "vaddsd xmm0, xmm0, qword ptr [r10 + r9*8]")
    found = first(
        signal=segv(FAR),
        access=access,
        registers={3: GRID.address, 4: picks.address},
        frames=[native("gather", jit=True), python(table=GRID, picks=picks)],
    )
    assert "row of table was read" in found.summary


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
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert "windows is float64[100000], but its memory has only 4096 bytes" in found.summary


def test_a_view_beyond_the_array_whose_memory_it_shares_is_likely():
    found = first(
        signal=segv(AREA + 8192),
        mappings=[OWN_MAP],
        frames=[native("sum", "extension"), python(view=array(AREA, (100_000,)), signal=OWN)],
    )
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "shares its memory with signal" in words(found)


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
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "memcpy (libc.so.6) read past the end" in found.summary


def test_a_length_that_reaches_beyond_makes_a_distant_edge_likely():
    text = Buffer("ctypes", HEAP + 64, HEAP + 64, HEAP + 164)
    end = HEAP + (16 << 20)
    state = {
        "signal": segv(end),
        "access": FaultAccess("read", end, 32),
    }
    frames = [native("__memcpy_avx2"), python("dump", buf=text, n=1 << 30)]
    found = first(frames=frames, **state)
    assert (found.cause, found.confidence) == ("out-of-bounds", "likely")
    assert "n (1073741824) is more than the 100 bytes that it has" in words(found)
    frames = [native("__memcpy_avx2"), python("dump", buf=text, n=100)]
    assert first(frames=frames, **state).confidence == "possible"


# use-after-unmap

GONE = array(AREA, (512,))
NEAR_IT = mapping(AREA + (1 << 20), 4096)


def test_an_array_whose_memory_is_gone_is_named():
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(column=GONE)],
        mappings=[NEAR_IT],
    )
    assert (found.cause, found.confidence) == ("use-after-unmap", "certain")
    assert found.summary == "column points into memory that has been unmapped"


def test_a_closed_owner_is_named():
    closed = Value("mmap.mmap", "<mmap.mmap closed=True>")
    found = first(
        signal=segv(AREA + 80),
        mappings=[NEAR_IT],
        frames=[native("sum", "extension"), python(column=GONE, area=closed)],
    )
    assert "area had been closed" in words(found)


def test_an_array_in_the_middle_of_nowhere_was_perhaps_never_mapped():
    nowhere = array(0x1000_0000_0000, (512,))
    found = first(
        signal=segv(nowhere.address), frames=[native("f", "extension"), python(x=nowhere)]
    )
    assert (found.cause, found.confidence) == ("use-after-unmap", "likely")


def test_a_mapped_array_is_not_use_after_unmap():
    assert "use-after-unmap" not in every_cause(
        signal=segv(AREA + 80, code=2),
        mappings=[OWN_MAP],
        frames=[native("f"), python(column=GONE)],
    )


def test_without_buffers_use_after_unmap_is_not_checked():
    assert "use-after-unmap" in unmet_rules(signal=segv(AREA), frames=[native("f")])


# write-to-read-only

READ_ONLY = mapping(AREA, 65536, "r--", "/home/ada/data.bin", shared=True)
WRITE = FaultAccess("write", AREA + 100, 1)


def test_a_write_into_a_file_mapped_for_reading_is_certain():
    found = first(
        signal=segv(AREA + 100, code=2),
        mappings=[READ_ONLY],
        access=WRITE,
        frames=[*ctypes_call(native("memset")), python(pixels=array(AREA, (512,), writable=False))],
    )
    assert (found.cause, found.confidence) == ("write-to-read-only", "certain")
    assert "memset (libc.so.6) wrote to pixels" in found.summary
    assert "marked read-only" in words(found)
    assert "/home/ada/data.bin" in words(found)


def test_a_write_to_constants_of_a_library_is_certain():
    found = first(
        signal=segv(AREA + 0x5000, code=2),
        frames=[native("memset")],
        mappings=[mapping(AREA, 65536, "r--", "/usr/lib/libx.so")],
    )
    assert (found.cause, found.confidence) == ("write-to-read-only", "certain")
    assert "constants of libx.so" in found.summary


def test_the_array_itself_is_named_rather_than_the_mmap_below_it():
    raw = Buffer("mmap.mmap", AREA, AREA, AREA + 65536)
    found = first(
        signal=segv(AREA + 100, code=2),
        mappings=[READ_ONLY],
        access=WRITE,
        frames=[native("memset"), python(area=raw, pixels=array(AREA, (512,)))],
    )
    assert "wrote to pixels" in found.summary


def test_a_guard_area_is_no_read_only_memory():
    assert "write-to-read-only" not in every_cause(
        signal=segv(AREA + 100, code=2),
        mappings=[mapping(AREA, 4096, "---")],
        frames=[native("memset")],
    )


def test_without_an_address_write_to_read_only_is_not_checked():
    assert "write-to-read-only" in unmet_rules(signal=segv(None, code=2), frames=[native("f")])


# stack-overflow


def deep(count, *names, sp=STACK - 0x100):
    frames = [native("f", "extension", sp=sp, cfa=sp + 64)]
    for index in range(count):
        name = names[index % len(names)]
        frames.append(python(name, line=5, file="/home/ada/deep.py"))
        frames.append(native("call", "libpython", sp=sp + 100 * index, cfa=STACK + 100 * index))
    return frames


def test_an_access_below_the_stack_near_the_stack_pointer_is_an_overflow():
    found = first(signal=segv(STACK - 0x108), frames=deep(300, "visit"))
    assert (found.cause, found.confidence) == ("stack-overflow", "certain")
    assert "visit called itself, 300 calls deep" in found.summary
    assert [(b.function, b.line) for b in found.blame] == [("visit", 5)]


def test_mutual_recursion_is_told_in_order():
    found = first(signal=segv(STACK - 0x108), frames=deep(300, "odd", "even"))
    assert "called each other" in found.summary
    assert {b.function for b in found.blame} == {"odd", "even"}


def test_recursion_in_native_code_alone_is_told():
    frames = [native("list_repr", "libpython", sp=STACK - 0x100)]
    frames += [
        native(n, "libpython", sp=STACK + i) for i in range(50) for n in ("list_repr", "repr")
    ]
    found = first(signal=segv(STACK - 0x108), frames=[*frames, python()])
    assert found.cause == "stack-overflow"
    assert "list_repr" in found.summary


def test_the_stack_of_a_thread_that_a_library_made_is_the_librarys_affair():
    frames = [native("walk", "extension", sp=STACK - 0x100, cfa=STACK)]
    frames += [native("walk", "extension", sp=STACK + 100 * i) for i in range(200)]
    limits = ((7, STACK, STACK + STACK_SIZE),)
    state = {"signal": segv(STACK - 0x108), "frames": frames, "stack_limits": limits}
    found = first(**state, thread={"tid": 7})
    assert found.cause == "stack-overflow"
    assert "by the library that made it" in words(found)
    assert "OMP_STACKSIZE" in found.advice[-1].text
    known = first(**{**state, "frames": [*frames, python()]}, thread={"tid": 7})
    assert "threading.stack_size" in known.advice[-1].text


def test_one_huge_frame_is_an_overflow_without_recursion():
    frames = [native("solve", "extension", sp=STACK - 0x100, cfa=STACK + (4 << 20)), python()]
    found = first(signal=segv(STACK - 0x108), frames=frames)
    assert found.cause == "stack-overflow"
    assert "solve alone takes 4.2 MB" in words(found)


def test_an_access_far_below_the_stack_is_no_overflow():
    assert "stack-overflow" not in every_cause(
        signal=segv(STACK - (64 << 20)), frames=[native("f", "extension"), python()]
    )


def test_deep_recursion_with_a_fault_elsewhere_is_no_overflow():
    frames = deep(300, "visit", sp=STACK + 0x10_0000)
    assert "stack-overflow" not in every_cause(signal=segv(FAR), frames=frames)


def test_an_address_inside_the_stack_is_no_overflow():
    assert "stack-overflow" not in every_cause(
        signal=segv(STACK + 64, code=2), frames=deep(300, "visit", sp=STACK + 32)
    )


def test_the_guard_page_of_a_thread_counts():
    guard, area = mapping(AREA, 4096, "---"), mapping(AREA + 4096, 65536)
    found = first(
        signal=segv(AREA + 4000, code=2),
        mappings=[guard, area],
        stack_limits=(),
        frames=[native("f", sp=AREA + 4064, cfa=AREA + 4200), *deep(100, "g")[1:]],
    )
    assert (found.cause, found.confidence) == ("stack-overflow", "certain")


def test_a_guard_that_the_list_of_mappings_does_not_show_counts():
    area = mapping(AREA, 1 << 20)  # with the stack of another thread behind this one's
    guard = AREA + 8192
    frames = [native("f", sp=guard + 4064, cfa=guard + 4200), *deep(100, "g")[1:]]
    crashed = {
        "frames": frames,
        "mappings": [area],
        "stack_limits": ((PID, area.start, area.end),),
        "thread": {"thread_pointer": guard + 0x9000},
    }
    found = first(signal=segv(guard + 4000), **crashed)
    assert (found.cause, found.confidence) == ("stack-overflow", "certain")
    assert "all of its stack of 36.9 kB" in words(found)
    assert "stack-overflow" not in every_cause(signal=segv(guard + 4000, code=2), **crashed)


def test_one_frame_that_is_larger_than_the_stack_is_a_stack_overflow():
    sp = STACK - (64 << 20)
    frames = [native("solve", "extension", sp=sp, cfa=STACK + STACK_SIZE - 4096), python()]
    found = first(signal=segv(sp + 64), frames=frames)
    assert (found.cause, found.confidence) == ("stack-overflow", "likely")
    assert "solve alone takes" in words(found)


def test_an_address_below_the_stack_in_nobodys_frame_is_no_stack_overflow():
    frames = [native("solve", "extension"), python()]
    assert "stack-overflow" not in every_cause(signal=segv(STACK - (64 << 20)), frames=frames)


def test_without_an_address_stack_overflow_is_not_checked():
    assert "stack-overflow" in unmet_rules(signal=segv(None), frames=[native("f")])


# bad-code-pointer


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
    assert (found.cause, found.confidence) == ("bad-code-pointer", "certain")
    assert found.summary == "a ctypes function object called a NULL function pointer"


def test_data_is_not_code():
    frames = [native(pc=HEAP + 64, module=None), native("run", "extension"), python()]
    found = first(signal=segv(HEAP + 64, code=2), frames=frames)
    assert found.cause == "bad-code-pointer"
    assert "run (fast.so) called" in found.summary
    assert "[heap], which is data" in words(found)


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
    assert found.cause == "bad-code-pointer"
    assert found.summary == "run (fast.so) called 0xdead0000beef0000, which is not code"


def test_a_return_to_text_is_an_overwritten_stack():
    found = first(
        signal=segv(0, code=0x80),
        frames=[native("read_name", "extension"), python()],
        access=FaultAccess("execute", 0x2072616620796220, instruction="ret"),
    )
    assert (found.cause, found.confidence) == ("bad-code-pointer", "certain")
    assert found.summary.startswith("read_name (fast.so) returned to 0x2072616620796220")
    assert '" by far "' in words(found)


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


# file-truncated and shared-memory-full


def bus(address, code=2):
    return segv(address, code=code, number=7)


FILE = mapping(AREA, 1 << 20, "r--", "/home/ada/readings.bin", offset=4096)


def mapped(size, path="/home/ada/readings.bin", free=1 << 40, offset=4096):
    return (MappedFile(path, AREA, AREA + (1 << 20), offset, size, free),)


def test_an_access_past_the_end_of_a_mapped_file_is_certain():
    found = first(
        signal=bus(AREA + 8192),
        mappings=[FILE],
        mapped_files=mapped(5000),
        frames=[native("sum", "extension"), python(readings=array(AREA, (100_000,)))],
    )
    assert (found.cause, found.confidence) == ("file-truncated", "certain")
    assert "byte 12288" in found.summary
    assert "readings" in words(found)


def test_without_the_files_size_it_is_only_likely():
    found = first(
        signal=bus(AREA + 8192), mappings=[FILE], mapped_files=mapped(None), frames=[native("f")]
    )
    assert (found.cause, found.confidence) == ("file-truncated", "likely")


def test_a_file_that_is_long_enough_was_not_truncated():
    assert "file-truncated" not in every_cause(
        signal=bus(AREA + 8192), mappings=[FILE], mapped_files=mapped(1 << 20), frames=[native("f")]
    )


def test_a_misaligned_access_is_no_truncation():
    assert "file-truncated" not in every_cause(
        signal=bus(AREA + 8192, code=1),
        mappings=[FILE],
        mapped_files=mapped(5000),
        frames=[native("f")],
    )


def test_without_an_address_the_bus_error_rules_are_not_checked():
    found = unmet_rules(signal=bus(None), frames=[native("f")])
    assert {"file-truncated", "shared-memory-full"} <= set(found)


SHM = "/dev/shm/psm_1234"


def test_a_full_file_system_behind_shared_memory_is_certain():
    found = first(
        signal=bus(AREA + 8192),
        mappings=[mapping(AREA, 1 << 20, "rw-", SHM, shared=True)],
        mapped_files=mapped(1 << 20, SHM, free=0, offset=0),
        frames=[native("f"), python()],
        shared_memory=SharedMemory("/dev/shm", 64 << 20, 0),
    )
    assert (found.cause, found.confidence) == ("shared-memory-full", "certain")
    assert "67.1 MB in all" in words(found)


def test_who_fills_shared_memory_is_named():
    files = (
        SharedFile("psm_1", 40 << 20, False, ((77, "loader"), (PID, "python")), 9),
        SharedFile("psm_2", 20 << 20, False, (), 0),
        SharedFile("torch_3", 4 << 20, True, ((78, ""),), 1),
        SharedFile("sem.x", 4096, False, (), 0),
    )
    found = first(
        signal=bus(AREA + 8192),
        mappings=[mapping(AREA, 1 << 20, "rw-", SHM, shared=True)],
        mapped_files=mapped(1 << 20, SHM, free=0, offset=0),
        frames=[native("f"), python()],
        shared_memory=SharedMemory("/dev/shm", 64 << 20, 0, files, 12),
        started=Start(70, 70, "torch DataLoader worker", ()),
    )
    said = words(found)
    assert "67.1 MB in all (Docker's default), of which 67.1 MB are used" in said
    assert "psm_1: 41.9 MB, held by 77 (loader), this process and 7 more" in said
    assert "psm_2: 21 MB, which no process has open" in said
    assert "torch_3, without a name any more: 4.2 MB, held by 78" in said
    assert "9 smaller files besides" in said
    advice = [part.text for part in found.advice]
    assert "prefetch_factor" in advice[0] and "psm_2" in advice[1]


@pytest.mark.parametrize(("free", "confidence"), [(0, "certain"), (None, "likely")])
def test_huge_pages_run_out_in_the_same_way(free, confidence):
    path = "/anon_hugepage"
    files = () if free is None else mapped(2 << 20, path, free=free, offset=0)
    found = first(
        signal=bus(AREA),
        mappings=[mapping(AREA, 2 << 20, "rw-", path)],
        mapped_files=files,
        frames=[native("f"), python()],
    )
    assert (found.cause, found.confidence) == ("shared-memory-full", confidence)
    assert "huge page" in found.summary


def test_shared_memory_that_is_free_again_makes_it_likely():
    found = first(
        signal=bus(AREA + 8192),
        mappings=[mapping(AREA, 1 << 20, "rw-", SHM, shared=True)],
        mapped_files=mapped(1 << 20, SHM, free=1 << 30, offset=0),
        frames=[native("f"), python()],
    )
    assert (found.cause, found.confidence) == ("shared-memory-full", "likely")


def test_shared_memory_that_was_cut_short_is_a_truncation():
    found = first(
        signal=bus(AREA + 8192),
        mappings=[mapping(AREA, 1 << 20, "rw-", SHM, shared=True)],
        mapped_files=mapped(4096, SHM, free=0, offset=0),
        frames=[native("f"), python()],
    )
    assert found.cause == "file-truncated"


def test_a_core_alone_cannot_tell_how_full_it_was():
    assert "shared-memory-full" not in every_cause(
        signal=bus(AREA + 8192),
        mappings=[mapping(AREA, 1 << 20, "rw-", SHM, shared=True)],
        frames=[native("f")],
        shared_memory=Absent("a core does not tell"),
    )


def test_the_constants_used_here_are_apart():
    ranges = [(CODE, CODE + (101 << 24)), (HEAP, HEAP + (16 << 20)), (STACK, STACK + STACK_SIZE)]
    assert all(not low <= AREA < high for low, high in ranges)
    assert MODULES["torch"].end < JIT_CODE and PID
