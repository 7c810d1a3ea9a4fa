"""Rules about mappings that are gone, read-only, cut short or full: positive, near miss,
missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.buffers import Buffer
from atfault.model.files import MappedFile, SharedFile, SharedMemory
from atfault.model.start import DATALOADER_WORKER, Start
from atfault.model.state import FaultAccess
from atfault.model.values import Value
from support.diagnosed import claims, diagnosed, every_cause, first, unmet_rules, words
from support.states import (
    AREA,
    CODE,
    HEAP,
    JIT_CODE,
    MODULES,
    PID,
    STACK,
    STACK_SIZE,
    array,
    calls,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
)

# use-after-unmap

GONE = array(AREA, (512,))
OWN_MAP = mapping(AREA, 4096)
NEAR_IT = mapping(AREA + (1 << 20), 4096)


def test_an_array_whose_memory_is_gone_is_named():
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(column=GONE)],
        mappings=[NEAR_IT],
    )
    assert claims(found) == ("use-after-unmap", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_array_whose_owner_lay_at_the_same_place_is_named():
    column = array(AREA, (512,), owner=(AREA, AREA + 4096))
    whole = array(AREA, (1024,), owner=(AREA, AREA + 4096))
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(column=column, whole=whole)],
        mappings=[NEAR_IT],
    )
    assert (found.cause, found.confidence) == ("use-after-unmap", "likely")


def test_a_closed_owner_is_named():
    closed = Value("mmap.mmap", "<closed mmap>", is_closed=True)
    found = first(
        signal=segv(AREA + 80),
        mappings=[NEAR_IT],
        frames=[native("sum", "extension"), python(column=GONE, area=closed)],
    )
    assert claims(found) == ("use-after-unmap", "likely", ["paint.py:10:main"], {"read": 4})
    assert found.confidence == "likely"  # the array need not be of that mmap
    ours = GONE._replace(base_kind="mmap.mmap")
    found = first(
        signal=segv(AREA + 80),
        mappings=[NEAR_IT],
        frames=[native("sum", "extension"), python(column=ours, area=closed)],
    )
    assert found.confidence == "certain"


def test_an_array_in_the_middle_of_nowhere_was_never_mapped():
    nowhere = array(0x1000_0000_0000, (512,))
    found = first(
        signal=segv(nowhere.address), frames=[native("f", "extension"), python(x=nowhere)]
    )
    assert (found.cause, found.confidence) == ("wild-pointer", "likely")


@pytest.mark.parametrize("base", ("ctypes", "cffi", "PyCapsule"))
def test_an_array_made_for_an_address_may_never_have_had_memory(base):
    column = GONE._replace(base_kind=base)
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(column=column)],
        mappings=[NEAR_IT],
    )
    assert claims(found) == ("use-after-unmap", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_object_made_for_an_address_needs_a_sign_that_there_was_memory():
    """head = cast(base + offset, POINTER(Head)), of an offset that is wrong."""
    head = array(AREA + 24, (1,))._replace(kind="ctypes")
    whole = GONE._replace(base_kind="ctypes")
    for value, expected in ((head, "wild-pointer"), (whole, "use-after-unmap")):
        found = first(
            signal=segv(AREA + 28),
            frames=[native("get", "extension"), python(head=value)],
            mappings=[NEAR_IT],
        )
        assert (found.cause, found.confidence) == (expected, "likely")


def test_where_a_number_of_the_program_leads_from_other_memory_was_perhaps_never_any():
    found = first(
        signal=segv(AREA + 80),
        frames=[
            native("sum", "extension"),
            python(column=GONE._replace(base_kind="ctypes"), base=AREA + (1 << 20), at=-(1 << 20)),
        ],
        mappings=[NEAR_IT],
    )
    assert (found.cause, found.confidence) == ("wild-pointer", "likely")


def test_a_view_of_an_array_that_was_resized_is_told_as_such():
    owner = (AREA + (1 << 30), AREA + (1 << 31))
    view = array(AREA, (512,), owner=owner, base_kind="numpy.ndarray")
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(view=view)],
        mappings=[mapping(owner[0], 1 << 30)],
    )
    assert claims(found) == ("use-after-unmap", "certain", ["paint.py:10:main"], {"read": 4})
    base = array(owner[0], ((owner[1] - owner[0]) // 8,))
    start = (AREA - owner[0]) // 8
    causes = every_cause(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(view=view, base=base, start=start + 10)],
        mappings=[mapping(owner[0], 1 << 30)],
    )
    assert "out-of-bounds" not in causes
    assert claims(found) == ("use-after-unmap", "certain", ["paint.py:10:main"], {"read": 4})


def test_a_row_of_a_view_that_is_larger_than_its_memory_never_had_any():
    """row = as_strided(grid, (50_000_000, 64))[-1]: nothing was resized."""
    owner = (AREA - (1 << 20), AREA - (1 << 20) + 4096)
    row = array(AREA, (512,), owner=owner, base_kind="numpy.ndarray")
    wide = array(owner[0], (1 << 20,), owner=owner, base_kind="numpy.ndarray")
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(row=row, wide=wide)],
        mappings=[mapping(owner[0], 4096)],
    )
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_array_that_has_all_the_memory_of_its_owner_is_told():
    """tests/zoo/mmap_closed.py, where an array of ctypes lies between the mmap and numpy's."""
    whole = array(AREA, (512,), owner=(AREA, AREA + 4096), base_kind="ctypes")
    found = first(
        signal=segv(AREA + 80),
        frames=[native("sum", "extension"), python(column=whole)],
        mappings=[NEAR_IT],
    )
    assert (found.cause, found.confidence) == ("use-after-unmap", "likely")


def of_a_pointer(start, *, behind=64, near=AREA + (1 << 20)):
    pointer = Value("ctypes.LP_c_ubyte", "<pointer>", number=start, pointer_at=HEAP)
    other = array(near, (16,))
    return diagnosed(
        signal=segv(start + behind),
        frames=[native("sum", "extension"), python(column=pointer, other=other)],
        mappings=[mapping(near, 4096)],
    ).findings[0]


def test_a_pointer_to_where_a_mapping_began_leads_to_what_is_gone():
    found = of_a_pointer(AREA)
    assert (found.cause, found.confidence) == ("use-after-unmap", "likely")
    assert "column" in found.summary


def test_a_pointer_to_anywhere_else_may_never_have_led_to_memory():
    assert of_a_pointer(AREA + 0x128).cause == "wild-pointer"
    assert of_a_pointer(AREA, behind=1 << 30).cause != "use-after-unmap"
    assert of_a_pointer(AREA, near=0x1000_0000_0000).cause == "wild-pointer"


def test_a_mapped_array_is_not_use_after_unmap():
    assert "use-after-unmap" not in every_cause(
        signal=segv(AREA + 80, code=2),
        mappings=[OWN_MAP],
        frames=[native("f"), python(column=GONE)],
    )


def test_without_buffers_use_after_unmap_is_not_checked():
    assert "use-after-unmap" in unmet_rules(signal=segv(AREA), frames=[native("f")])


# write-to-read-only


def test_the_first_page_after_an_array_may_have_been_reached_past_its_end():
    """A np.memmap above the memory of a large array, which a loop in C ran past."""
    found = diagnosed(
        signal=segv(AREA, code=2),
        mappings=[READ_ONLY, mapping(AREA - 65536, 65536)],
        access=FaultAccess("write", AREA, 8),
        frames=[native("fill", "extension"), python(table=array(AREA, (512,), writable=False))],
    )
    told = [one for one in found.findings if one.cause == "write-to-read-only"]
    assert [one.confidence for one in told] == ["likely"]


READ_ONLY = mapping(AREA, 65536, "r--", "/home/ada/data.bin", shared=True)
WRITE = FaultAccess("write", AREA + 100, 1)


def test_a_write_into_a_file_mapped_for_reading_is_certain():
    found = first(
        signal=segv(AREA + 100, code=2),
        mappings=[READ_ONLY],
        access=WRITE,
        frames=[*ctypes_call(native("memset")), python(pixels=array(AREA, (512,), writable=False))],
    )
    assert claims(found) == ("write-to-read-only", "certain", ["paint.py:10:main"], {"read": 3})
    assert "/home/ada/data.bin" in words(found)


def test_a_write_to_constants_of_a_library_is_certain():
    found = first(
        signal=segv(AREA + 0x5000, code=2),
        frames=[native("memset")],
        mappings=[mapping(AREA, 65536, "r--", "/usr/lib/libx.so")],
    )
    assert claims(found) == ("write-to-read-only", "certain", [], {"read": 2})


@pytest.mark.parametrize(
    ("path", "words_", "advice"),
    (
        ("/dev/zero (deleted)", "lies in shared anonymous memory", "map that memory for writing"),
        ("/home/ada/my.sound", "the mapped file /home/ada/my.sound", "map the file for writing"),
    ),
)
def test_what_may_only_be_read_is_called_by_its_name(path, words_, advice):
    found = first(
        signal=segv(AREA + 100, code=2),
        mappings=[READ_ONLY._replace(path=path)],
        access=WRITE,
        frames=[native("memset"), python(pixels=array(AREA, (512,)))],
    )
    assert words_ in words(found)
    assert found.advice[0].text.startswith(advice)


CONSTANTS = mapping(AREA, 65536, "r--", MODULES["extension"].path)


def told_of_constants(frame):
    found = first(
        signal=segv(AREA + 0x5000, code=2),
        frames=[*ctypes_call(native("shout", "extension")), frame],
        mappings=[CONSTANTS],
    )
    assert found.cause == "write-to-read-only"
    return words(found), found.advice[0].text


def test_a_pointer_to_a_constant_that_was_given_to_ctypes_is_told():
    evidence, advice = told_of_constants(calls(python(), AREA + 0x5000))
    assert "came through a pointer given to ctypes" in evidence
    assert advice.startswith("pass a buffer of your own")


def test_a_library_that_writes_to_its_own_constant_was_given_no_pointer():
    evidence, advice = told_of_constants(calls(python(), 7))
    assert "ctypes" not in evidence
    assert advice == "constants of a program or library cannot be changed: work on a copy"


def test_a_write_to_the_code_of_a_library_may_have_strayed_there():
    code = CONSTANTS._replace(executable=True)
    found = first(
        signal=segv(AREA + 0x5000, code=2),
        frames=[native("wrap", "extension"), python()],
        mappings=[code],
    )
    assert (found.cause, found.confidence) == ("write-to-read-only", "likely")


def test_a_reference_counted_among_constants_was_none_of_an_object():
    found = first(
        signal=segv(AREA + 0x606, code=2),
        frames=[native("Py_INCREF", "extension", is_inline=True), native("add", "extension")],
        mappings=[CONSTANTS],
    )
    assert claims(found) == ("refcount-corruption", "likely", [], {"read": 3})


def test_the_array_itself_is_named_rather_than_the_mmap_below_it():
    raw = Buffer("mmap.mmap", AREA, AREA, AREA + 65536)
    found = first(
        signal=segv(AREA + 100, code=2),
        mappings=[READ_ONLY],
        access=WRITE,
        frames=[native("memset"), python(area=raw, pixels=array(AREA, (512,)))],
    )
    assert claims(found) == ("write-to-read-only", "certain", ["paint.py:10:main"], {"read": 2})


def test_a_guard_area_is_no_read_only_memory():
    assert "write-to-read-only" not in every_cause(
        signal=segv(AREA + 100, code=2),
        mappings=[mapping(AREA, 4096, "---")],
        frames=[native("memset")],
    )


def test_without_an_address_write_to_read_only_is_not_checked():
    assert "write-to-read-only" in unmet_rules(signal=segv(None, code=2), frames=[native("f")])


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
        frames=[
            native("sum", "extension"),
            python(readings=array(AREA, (100_000,), base_kind="mmap.mmap")),
        ],
    )
    assert claims(found) == ("file-truncated", "certain", ["paint.py:10:main"], {"read": 4})
    assert "readings" in words(found)


def test_a_library_may_have_mapped_more_than_the_file_ever_had():
    """As lmdb does: https://github.com/jnwatson/py-lmdb/issues/344."""
    found = first(
        signal=bus(AREA + 8192), mappings=[FILE], mapped_files=mapped(5000), frames=[native("f")]
    )
    assert claims(found) == ("file-truncated", "certain", [], {"read": 4})


def test_the_users_own_name_of_a_truncated_file_comes_first():
    readings = array(AREA, (100_000,))
    inner = python("_sum", file="/usr/lib/python3.12/site-packages/numpy/_methods.py", a=readings)
    found = first(
        signal=bus(AREA + 8192),
        mappings=[FILE],
        mapped_files=mapped(5000),
        frames=[native("sum", "extension"), inner, python(readings=readings)],
    )
    assert claims(found) == ("file-truncated", "certain", ["paint.py:10:main"], {"read": 5})


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
    assert claims(found) == ("shared-memory-full", "certain", ["paint.py:10:main"], {"read": 4})


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
        started=Start(70, 70, DATALOADER_WORKER, ()),
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
