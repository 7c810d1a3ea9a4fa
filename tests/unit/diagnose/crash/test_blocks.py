"""Rules about blocks of memory: guarded ones, damaged ones, and those that were refused."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock, GuardedBlock
from atfault.model.endings import Termination
from atfault.model.out_of_memory import GrownLine, MemoryGrowth, OutOfMemory
from atfault.model.process import Limits, SignalInfo
from atfault.model.state import FaultAccess, PythonInfo
from atfault.model.values import Value
from support.diagnosed import claims, diagnose
from support.states import PID, STACK, calls, crash, ctypes_call, native, python, segv

BLOCK = 0x7F00_0000_1000
ABORT = SignalInfo(6, -6, None, PID, 0, PID)
ENOMEM = 12


def findings(**state):
    return diagnose(crash(**state)).findings


def guarded(at, *, freed=False, kind="access", access="write", signal=None):
    block = GuardedBlock(BLOCK, 800, freed, at, kind)
    state = {
        "signal": signal or segv(at),
        "frames": [native("fill", "extension"), python()],
        "guarded": block,
        "access": FaultAccess(access, at, 8, "mov qword ptr [rax], rbx"),
    }
    return findings(**state)[0]


def damaged(first, last, found):
    block = DamagedBlock(BLOCK, 61, "o", first, last, found)
    frames = [native("abort"), native("_PyMem_DebugRawFree"), python()]
    return findings(signal=ABORT, frames=frames, damaged_block=block)[0]


def refused(errno, *, limit=1 << 30, address=0):
    frames = [native("memset"), native("keep", "extension"), python()]
    limits = Limits(address_space=limit)
    return findings(
        signal=segv(address), frames=frames, errno=errno, limits=limits, mapped_bytes=1 << 30
    )


def of_a_size(number, *, limit=None, used=1 << 30, **elsewhere):
    frames = [native("keep", "extension"), python(count=number, **elsewhere)]
    limits = Limits(address_space=limit)
    return findings(signal=segv(0), frames=frames, errno=12, limits=limits, mapped_bytes=used)


@pytest.mark.parametrize("number", [-1, -(1 << 40), 1 << 50])
def test_a_number_that_no_size_can_be_is_named_and_is_no_want_of_memory(number):
    found = of_a_size(number)
    assert [one.cause for one in found] == ["null-dereference"]
    assert claims(found[0]) == ("null-dereference", "certain", ["paint.py:10:main"], {"read": 3})


def test_where_a_limit_was_all_but_reached_any_size_is_refused():
    assert "out-of-memory" in [one.cause for one in of_a_size(-1, limit=1 << 30)]
    assert "out-of-memory" not in [one.cause for one in of_a_size(-1, limit=1 << 34)]


@pytest.mark.parametrize("number", [5, 1 << 40])
def test_a_number_that_might_be_a_size_leaves_it_at_memory(number):
    assert "out-of-memory" in [one.cause for one in of_a_size(number)]
    other = of_a_size(-1, elsewhere=("count",))
    assert "out-of-memory" in [one.cause for one in other], "not on that line"


def test_a_write_past_a_guarded_block_is_certain():
    found = guarded(BLOCK + 800)
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_access_inside_of_a_guarded_block_failed_for_another_reason():
    for at in (BLOCK, BLOCK + 792):
        found = guarded(at, access="read")
        assert found.cause not in ("heap-corruption", "out-of-bounds", "misaligned-access")
    assert guarded(BLOCK + 796, access="write").cause == "heap-corruption"
    refused = SignalInfo(11, 128, None, PID)
    assert guarded(BLOCK + 3, access="read", signal=refused).cause != "misaligned-access"


def test_a_read_in_front_of_a_guarded_block_says_so():
    assert claims(guarded(BLOCK - 8, access="read")) == (
        "out-of-bounds",
        "certain",
        ["paint.py:10:main"],
        {"read": 3},
    )


def test_a_read_past_a_guarded_block_corrupts_nothing():
    """meshpy_tetrahedra_of_three_points of tests/real: the fourth of three points."""
    found = guarded(BLOCK + 800, access="read")
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")


def test_code_without_names_is_not_told_as_the_next_that_has_one():
    """h3_outline_around_the_world of tests/real: the interpreter had called it."""
    frames = [native("", "extension"), native("_PyObject_VectorcallTstate", "libpython"), python()]
    block = GuardedBlock(BLOCK, 800, False, BLOCK + 800)
    found = findings(signal=segv(BLOCK + 800), frames=frames, guarded=block)[0]
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_access_to_a_freed_block_is_a_use_after_free():
    found = guarded(BLOCK + 16, freed=True)
    assert claims(found) == ("use-after-free", "certain", ["paint.py:10:main"], {"read": 3})
    assert guarded(BLOCK - 16, freed=True).cause == "use-after-free"


def test_an_access_behind_a_freed_block_is_none():
    assert guarded(BLOCK + 4000, freed=True).cause != "use-after-free"


def test_what_the_allocators_checks_found_is_told():
    assert claims(guarded(BLOCK + 803, kind="damaged", signal=ABORT)) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 4},
    )
    assert claims(guarded(BLOCK, freed=True, kind="double free", signal=ABORT)) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 3},
    )
    assert claims(guarded(BLOCK + 8, kind="not a block", signal=ABORT)) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 3},
    )


def test_a_wild_address_among_guarded_blocks_is_not_put_down_to_one():
    block = GuardedBlock(BLOCK, 800, False, BLOCK + 3000)
    far = FaultAccess("write", BLOCK + 3000, 8, "mov qword ptr [rax], rbx", registers=(("rax", 1),))
    frames = [native("fill", "extension"), python()]
    found = findings(signal=segv(BLOCK + 3000), frames=frames, guarded=block, access=far)
    assert all(f.cause not in ("heap-corruption", "out-of-bounds") for f in found)


def test_the_pointer_from_which_an_access_started_ties_it_to_a_block():
    block = GuardedBlock(BLOCK, 800, False, BLOCK + 3000)
    access = FaultAccess("write", BLOCK + 3000, 8, registers=(("rax", BLOCK), ("rcx", 2200)))
    frames = [native("fill", "extension"), python()]
    found = findings(signal=segv(BLOCK + 3000), frames=frames, guarded=block, access=access)[0]
    assert (found.cause, found.confidence) == ("heap-corruption", "certain")


def test_an_address_deep_in_freed_memory_alone_is_only_likely():
    assert guarded(BLOCK + 400, freed=True).confidence == "likely"


def test_without_guarded_blocks_nothing_is_said_of_them():
    causes = [f.cause for f in findings(signal=segv(BLOCK), frames=[native("fill"), python()])]
    assert "heap-corruption" not in causes and "use-after-free" not in causes


def test_the_damaged_fence_of_pythons_block_tells_how_far_it_was_left():
    found = damaged(BLOCK + 61, BLOCK + 63, b"AAA")
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 3})
    assert "PyObject_Malloc" in found.evidence[1].text


def test_a_wholly_overwritten_fence_is_a_lower_bound():
    assert claims(damaged(BLOCK + 61, BLOCK + 68, b"A" * 8)) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 3},
    )


def test_damage_in_front_of_a_block_is_told_apart():
    assert claims(damaged(BLOCK - 1, BLOCK - 1, b"A")) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 3},
    )


def test_memory_refused_by_a_limit_is_the_cause_of_the_null_pointer():
    found = refused(ENOMEM)[0]
    assert claims(found) == ("out-of-memory", "likely", ["paint.py:10:main"], {"read": 4})
    near = refused(ENOMEM, address=0x18)[0]
    assert claims(near) == ("out-of-memory", "likely", ["paint.py:10:main"], {"read": 4})


def test_another_error_in_that_thread_is_no_want_of_memory():
    assert [f.cause for f in refused(2)] == ["null-dereference"]
    assert [f.cause for f in refused(Absent("unknown"))] == ["null-dereference"]


def test_without_a_limit_the_null_pointer_itself_comes_first():
    causes = [(f.cause, f.confidence) for f in refused(ENOMEM, limit=None)]
    assert causes[0] == ("null-dereference", "certain")
    assert ("out-of-memory", "possible") in causes


def test_an_error_that_was_handled_long_ago_is_no_want_of_memory():
    """A MemoryError of a huge array, caught; then NULL is passed to C."""
    causes = [(one.cause, one.confidence) for one in refused(ENOMEM, limit=4 << 30)]
    assert causes == [("null-dereference", "certain"), ("out-of-memory", "possible")]


def test_none_that_ctypes_was_given_is_null_whatever_was_refused_before():
    frame = calls(python(), Value("NoneType", "None", 0x99), name="strlen")
    found = findings(
        signal=segv(0),
        frames=[*ctypes_call(native("strlen")), frame],
        errno=ENOMEM,
        limits=Limits(address_space=1 << 30),
        mapped_bytes=1 << 30,
    )
    causes = [(one.cause, one.confidence) for one in found]
    assert causes == [("null-dereference", "certain"), ("out-of-memory", "possible")]


def test_an_access_far_from_null_is_no_refused_memory():
    assert all(f.cause != "out-of-memory" for f in refused(ENOMEM, address=1 << 20))


def killed_for_memory(*lines):
    grown = sum(line.bytes for line in lines)
    growth = MemoryGrowth(grown, len(lines), 1 << 30, 2.0, lines)
    oom = OutOfMemory("cgroup", 1 << 30, 1 << 30, 1 << 30, 1, "memory.events", growth)
    return findings(signal=Absent("SIGKILL"), termination=Termination(None, 9, oom=oom), frames=[])


def test_the_line_that_took_most_of_the_memory_is_named():
    main = ("/home/ada/load.py", 20, "main")
    found = killed_for_memory(
        GrownLine("/home/ada/load.py", 7, "read", 600 << 20, 5, (main,)),
        GrownLine("/home/ada/load.py", 9, "keep", 100 << 20, 1),
    )[0]
    assert (found.cause, found.confidence) == ("out-of-memory", "certain")
    assert [blame.line for blame in found.blame] == [7, 20]
    assert claims(found) == (
        "out-of-memory",
        "certain",
        ["load.py:7:read", "load.py:20:main"],
        {"read": 6},
    )


def test_where_no_line_stands_out_none_is_named():
    lines = [GrownLine("/home/ada/load.py", line, "f", 100 << 20, 1) for line in range(10)]
    found = killed_for_memory(*lines)[0]
    assert found.cause == "out-of-memory" and found.blame == ()


def overflow(*, limit, recursion):
    frames = [native("f", "extension", sp=STACK - 0x100, cfa=STACK - 0xC0)]
    for index in range(300):
        frames.append(python("visit", line=5))
        frames.append(native("call", "libpython", sp=STACK + 100 * index, cfa=STACK + 100 * index))
    found = findings(
        signal=segv(STACK - 0x108),
        frames=frames,
        limits=Limits(stack=limit),
        python=PythonInfo((3, 12, 1), "3.12.1", recursion_limit=recursion),
    )[0]
    assert found.cause == "stack-overflow"
    return " | ".join(e.text for e in found.evidence)


def test_a_raised_recursion_limit_is_named():
    assert "sys.setrecursionlimit(1000000) lets Python go deeper" in overflow(
        limit=8 << 20, recursion=1_000_000
    )


def test_a_recursion_limit_that_was_not_reached_is_told():
    assert "recursion limit of 1000 was not reached" in overflow(limit=8 << 20, recursion=1000)


def test_the_size_of_the_main_stack_comes_from_its_limit():
    assert "stack is 8.4 MB (ulimit -s)" in overflow(limit=8 << 20, recursion=None)
    assert "ulimit -s)" not in overflow(limit=None, recursion=None)
