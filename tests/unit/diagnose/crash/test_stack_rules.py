"""The rule stack-overflow: positive, near miss, missing evidence."""

from __future__ import annotations

from atfault.model.state import PythonInfo
from support.diagnosed import claims, every_cause, first, unmet_rules
from support.states import (
    AREA,
    HEAP,
    PID,
    STACK,
    STACK_SIZE,
    array,
    mapping,
    native,
    python,
    segv,
)

FAR = 0x1234_5678_9000


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
    assert claims(found) == ("stack-overflow", "certain", ["deep.py:5:visit"], {"read": 4})
    assert [(b.function, b.line) for b in found.blame] == [("visit", 5)]


def test_of_functions_that_exec_made_the_line_that_called_them_comes_first():
    frames = [native("f", "extension", sp=STACK - 0x100, cfa=STACK - 0xC0)]
    for index in range(300):
        frames.append(python("__eq__", line=4, file="<string>"))
        frames.append(native("call", "libpython", sp=STACK + 100 * index))
    found = first(signal=segv(STACK - 0x108), frames=[*frames, python("same", line=24)])
    assert [(one.function, one.line) for one in found.blame] == [("same", 24), ("__eq__", 4)]
    alone = first(signal=segv(STACK - 0x108), frames=frames)
    assert [(one.function, one.line) for one in alone.blame] == [("__eq__", 4)]


def test_an_array_that_the_recursion_works_on_has_no_part_in_it():
    lake = array(HEAP + 0x1000, (64, 64))
    sp = STACK - 0x100
    fill = [native("fill", jit=True, sp=sp + 100 * index) for index in range(60)]
    seen = every_cause(
        signal=segv(sp - 8), frames=[*fill, python(lake=lake)], registers={0: lake.address}
    )
    assert seen == ["stack-overflow"]


def test_mutual_recursion_is_told_in_order():
    found = first(signal=segv(STACK - 0x108), frames=deep(300, "odd", "even"))
    assert claims(found) == (
        "stack-overflow",
        "certain",
        ["deep.py:5:odd", "deep.py:5:even"],
        {"read": 4},
    )
    assert {b.function for b in found.blame} == {"odd", "even"}


def test_a_loop_past_the_upper_end_is_none_however_deep_the_calls_are():
    top = STACK + STACK_SIZE
    limits = ((PID, STACK, top),)
    frames = deep(60, "visit", sp=top - 0x8000)
    for address in (top, top + 0x100):
        assert "stack-overflow" not in every_cause(
            signal=segv(address), frames=frames, stack_limits=limits
        )


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
    assert claims(found) == ("stack-overflow", "certain", [], {"read": 4})
    assert "OMP_STACKSIZE" in found.advice[-1].text
    known = first(**{**state, "frames": [*frames, python()]}, thread={"tid": 7})
    assert "threading.stack_size" in known.advice[-1].text


def test_what_the_recursion_limit_does_not_count_is_told():
    info = PythonInfo((3, 12, 1), "3.12.1", recursion_limit=1000)
    in_native = [native("visit", "extension", sp=STACK - 0x100)]
    in_native += [native("visit", "extension", sp=STACK + i) for i in range(50)]
    found = first(signal=segv(STACK - 0x108), frames=[*in_native, python()], python=info)
    assert claims(found) == ("stack-overflow", "certain", ["paint.py:10:main"], {"read": 4})
    found = first(signal=segv(STACK - 0x108), frames=deep(300, "visit"), python=info)
    assert claims(found) == ("stack-overflow", "certain", ["deep.py:5:visit"], {"read": 5})


def test_the_line_that_began_a_recursion_of_native_code_comes_first():
    save = [native(n, "libpython", sp=STACK + i) for i in range(50) for n in ("save", "reduce")]
    save[0] = native("save", "libpython", sp=STACK - 0x100)
    called_back = python("__reduce__", line=6)
    frames = [save[0], called_back, *save[1:], python("main", line=10), python("run", line=12)]
    found = first(signal=segv(STACK - 0x108), frames=frames)
    assert [blame.line for blame in found.blame] == [10, 12, 6]


def test_recursion_of_functions_without_names_is_told_by_their_places():
    frames = [native("", "libpython", sp=STACK - 0x100, pc=0x7E00_0000)]
    for i in range(50):
        frames += [native("", "libpython", sp=STACK + i, pc=0x7E00_0000 + pc) for pc in (0, 0x900)]
    found = first(signal=segv(STACK - 0x108), frames=[*frames, python()])
    assert claims(found) == ("stack-overflow", "certain", ["paint.py:10:main"], {"read": 3})


def test_one_huge_frame_is_an_overflow_without_recursion():
    frames = [native("solve", "extension", sp=STACK - 0x100, cfa=STACK + (4 << 20)), python()]
    found = first(signal=segv(STACK - 0x108), frames=frames)
    assert claims(found) == ("stack-overflow", "certain", ["paint.py:10:main"], {"read": 4})


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
    assert claims(found) == ("stack-overflow", "certain", ["deep.py:5:g"], {"read": 3})
    assert "stack-overflow" not in every_cause(signal=segv(guard + 4000, code=2), **crashed)


def test_one_frame_that_is_larger_than_the_stack_is_a_stack_overflow():
    sp = STACK - (64 << 20)
    frames = [native("solve", "extension", sp=sp, cfa=STACK + STACK_SIZE - 4096), python()]
    found = first(signal=segv(sp + 64), frames=frames)
    assert claims(found) == ("stack-overflow", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_array_of_a_callers_may_be_larger_than_the_stack():
    """memset fills it from its lowest address on, far below the stack."""
    sp = STACK - (64 << 20)
    inner = native("memset", "libc", sp=sp - 8, cfa=sp)
    frames = [inner, native("solve", "extension", sp=sp, cfa=STACK + STACK_SIZE - 4096), python()]
    found = first(signal=segv(sp + 64), frames=frames)
    assert claims(found) == ("stack-overflow", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_address_below_the_stack_in_nobodys_frame_is_no_stack_overflow():
    frames = [native("solve", "extension"), python()]
    assert "stack-overflow" not in every_cause(signal=segv(STACK - (64 << 20)), frames=frames)


def test_without_an_address_stack_overflow_is_not_checked():
    assert "stack-overflow" in unmet_rules(signal=segv(None), frames=[native("f")])
