from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.stacks import (
    CodeInfo,
    Location,
    NativeFrame,
    NativeStack,
    PyFrame,
    PythonStack,
    StackTrace,
)
from atfault.model.state import PythonInfo
from atfault.stacks.eval_frames import EVAL_FUNCTION
from atfault.stacks.merge import merge, own_part
from support.cfi_builder import Segments, words

LIBPYTHON = Module("/usr/lib/libpython3.12.so", None, "", 0, 0x1000, 0x9000)
STACK = 0x7FFC1000
NO_INFO = Absent("unknown")
PYTHON = Module("/usr/lib/libpython3.12.so", None, "", 0, 0x1000, 0x9000)
GREENLET = Module(
    "/venv/greenlet/_greenlet.cpython-312-x86_64-linux-gnu.so", None, "", 0, 0x10000, 0x20000
)
GEVENT = Module("/venv/gevent/_gevent_cgreenlet.so", None, "", 0, 0x30000, 0x40000)
BOOTSTRAP = "_ZN8greenlet12UserGreenlet15inner_bootstrapEP9_greenletP7_object"
SWITCH = "_ZN8greenlet12UserGreenlet8g_switchEv"
SIZE = 0x40


def native(*names: str, size: int = 0x40, base: int = STACK) -> NativeStack:
    """Frames of `size` bytes each, innermost first; "+name" is inlined into the next."""
    frames = []
    sp = base
    for name in names:
        inline = name.startswith("+")
        symbol = name.lstrip("+")
        frames.append(
            NativeFrame(
                0x2000, sp + size, sp, "cfi", LIBPYTHON, 0x2000, symbol=symbol, is_inline=inline
            )
        )
        if not inline:
            sp += size
    return NativeStack(tuple(frames))


def python(*names: str, markers: tuple[int, ...] = (), stop: str = "") -> PythonStack:
    """Frames innermost first; "name|" is the last (outermost) of its run of the eval function."""
    frames = []
    for number, text in enumerate(names):
        name = text.rstrip("|")
        file = "/home/me/app.py"
        code = CodeInfo(0, name, name, file, 1)
        frames.append(
            PyFrame(0x9000 + 0x100 * number, code, Location(file, 1), (), text.endswith("|"))
        )
    return PythonStack(tuple(frames), markers, stop)


def names(stack: StackTrace) -> list[str]:
    return [
        "py:" + f.python.code.name if f.python else f.native.symbol if f.native else "?"
        for f in stack.frames
    ]


def at(index: int) -> int:
    """An address inside the index-th frame of `native`."""
    return STACK + 0x40 * index + 0x28


E = EVAL_FUNCTION


def test_the_function_of_an_instruction_is_part_of_running_python() -> None:
    whole = native("sem_wait", "+inlined", "_TAIL_CALL_CALL", E, "call", "_TAIL_CALL_X", "main")
    merged = merge(whole, python("f", "g|", markers=(at(2),)), NO_INFO)
    assert names(merged) == ["sem_wait", "py:f", "py:g", "call", "_TAIL_CALL_X", "main"]
    assert merged.stop_reason == ""


def with_leap(stack: NativeStack, index: int) -> NativeStack:
    """The stack as if a scan had led from frame 0 to frame `index`: what lies between is lost."""
    inner, outer = stack.frames[0], stack.frames[index]
    return NativeStack(
        (inner._replace(cfa=outer.sp), outer._replace(trust="scanned"), *stack.frames[index + 1 :])
    )


def test_a_frame_that_a_scan_led_away_from_is_not_the_eval_function_that_it_leapt_over() -> None:
    whole = native("kernel", "wrapper", E, "call", E, "main")
    merged = merge(
        with_leap(whole, 3), python("inner|", "<module>|", markers=(at(2), at(4))), NO_INFO
    )
    assert names(merged) == ["kernel", "py:inner", "call", "py:<module>", "main"]
    assert merged.merged


def test_several_runs_that_a_scan_leapt_over_keep_their_order() -> None:
    whole = native("kernel", E, "call", E, "call", E, "main")
    stack = python("c|", "b|", "<module>|", markers=(at(1), at(3), at(5)))
    merged = merge(with_leap(whole, 4), stack, NO_INFO)
    assert names(merged) == ["kernel", "py:c", "py:b", "call", "py:<module>", "main"]
    assert merged.merged


def test_an_eval_function_whose_caller_a_scan_found_holds_its_own_marker() -> None:
    whole = native("read", E, "call", E, "main")
    inner, own, _, *outer = whole.frames
    outer[0] = outer[0]._replace(trust="scanned")
    cut = NativeStack((inner, own, *outer))
    merged = merge(cut, python("f|", "<module>|", markers=(at(1), at(3))), NO_INFO)
    assert names(merged) == ["read", "py:f", "py:<module>", "main"]


def test_a_run_replaces_the_frame_that_holds_its_marker() -> None:
    stack = merge(
        native("read", "os_read", "x", "call", "y", "main"),
        python("inner", "outer|", "<module>|", markers=(at(2), at(4))),
        NO_INFO,
    )
    assert names(stack) == [
        "read",
        "os_read",
        "py:inner",
        "py:outer",
        "call",
        "py:<module>",
        "main",
    ]
    assert stack.merged and stack.stop_reason == ""


def test_a_marker_at_the_edge_belongs_to_the_frame_above() -> None:
    on_edge = merge(native("a", "b"), python("f|", markers=(STACK + 0x40,)), NO_INFO)
    assert names(on_edge) == ["a", "py:f"]
    first = merge(native("a", "b"), python("f|", markers=(STACK,)), NO_INFO)
    assert names(first) == ["py:f", "b"]


def test_functions_inlined_into_the_eval_function_go_with_it() -> None:
    stack = merge(native("sleep", "+call", E, "main"), python("f|", markers=(at(1),)), NO_INFO)
    assert names(stack) == ["sleep", "py:f", "main"]
    stack = merge(native("+a", "sleep", E, "+b", "main"), python("f|", markers=(at(1),)), NO_INFO)
    assert names(stack) == ["a", "sleep", "py:f", "b", "main"]


def test_without_python_the_native_frames_stand_alone() -> None:
    stack = merge(native("a", "b"), Absent("no Python thread state"), NO_INFO)
    assert names(stack) == ["a", "b"] and stack.merged
    assert merge(native("a"), PythonStack(()), NO_INFO).merged


def test_without_native_frames_python_stands_alone_and_says_why() -> None:
    stack = merge(Absent("no registers"), python("f|", "g|"), NO_INFO)
    assert names(stack) == ["py:f", "py:g"]
    assert stack.stop_reason == "no registers"


def test_a_native_stack_that_ends_early_is_continued_by_python_alone() -> None:
    short = native("read", "x", "call")._replace(stop_reason="the stack is not readable at 0x1")
    stack = merge(short, python("f|", "g|", "h|", markers=(at(1), at(9), at(12))), NO_INFO)
    assert names(stack) == ["read", "py:f", "call", "py:g", "py:h"]
    assert stack.merged
    assert "not readable" in stack.stop_reason and "without the C frames" in stack.stop_reason


@pytest.mark.parametrize(
    "markers",
    [
        (STACK - 8, at(2)),  # below the innermost frame
        (at(2), at(1)),  # in the wrong order
        (at(1), at(1)),  # both in one frame
        (at(1),),  # too few
    ],
)
def test_markers_that_do_not_fit_leave_the_stacks_apart(markers: tuple[int, ...]) -> None:
    stack = merge(native("a", "b", "c"), python("f|", "g|", markers=markers), NO_INFO)
    assert not stack.merged
    assert names(stack) == ["a", "b", "c", "py:f", "py:g"]
    assert "could not be merged" in stack.stop_reason


def test_a_marker_more_than_runs_is_a_run_still_being_set_up() -> None:
    markers = (at(2), at(3))
    stack = merge(native("a", "b", "c", "d"), python("f|", markers=markers[:1]), NO_INFO)
    assert names(stack) == ["a", "b", "py:f", "d"]


def test_frames_cut_off_before_their_marker_go_to_the_next_eval_frame() -> None:
    cut = python("f|", "g", "h", markers=(at(1),), stop="more than 2 Python frames")
    stack = merge(native("a", "b", "call", E, "main"), cut, NO_INFO)
    assert names(stack) == ["a", "py:f", "call", "py:g", "py:h", "main"]
    assert stack.stop_reason == "more than 2 Python frames"
    nameless = merge(native("a", "b", "call", "", "main"), cut, NO_INFO)
    assert not nameless.merged


def test_runs_of_several_interpreters_interleave_by_their_markers() -> None:
    stack = merge(
        native("a", "b", "c", "d", "e"),
        [python("main|", markers=(at(3),)), python("nested|", markers=(at(1),))],
        NO_INFO,
    )
    assert names(stack) == ["a", "py:nested", "c", "py:main", "e"]
    clash = [python("main|", markers=(at(1),)), python("nested|", markers=(at(1),))]
    assert not merge(native("a", "b"), clash, NO_INFO).merged


def test_frames_on_a_signal_stack_have_an_order_of_their_own() -> None:
    inner = native("handler", "x", base=STACK + 0x100000).frames
    signal = NativeFrame(0x10, STACK, STACK + 0x100080, "cfi", is_signal_frame=True)
    outer = native("memcpy", "y", "main").frames
    stack = merge(
        NativeStack((*inner, signal, *outer)),
        python("in_handler|", "f|", markers=(STACK + 0x100048, at(1))),
        NO_INFO,
    )
    assert names(stack) == ["handler", "py:in_handler", "", "memcpy", "py:f", "main"]


def test_eval_frames_further_out_than_python_are_explained() -> None:
    stack = merge(native("a", E, "switch", E, "main"), python("f|", markers=(at(1),)), NO_INFO)
    assert names(stack) == ["a", "py:f", "switch", E, "main"]
    assert "greenlet" in stack.stop_reason


# 3.8 and 3.9: no markers, one eval frame for each Python frame


def test_eval_frames_pair_with_python_frames_in_order() -> None:
    stack = merge(native("a", E, "call", E + ".cold", "main"), python("f|", "g|"), NO_INFO)
    assert names(stack) == ["a", "py:f", "call", "py:g", "main"]


def test_numbers_that_differ_leave_the_stacks_apart_without_memory() -> None:
    stack = merge(native("a", E, "call", E, "main"), python("f|"), NO_INFO)
    assert not stack.merged
    assert "2 C calls" in stack.stop_reason


def holding(stack: NativeStack, **pointers: int) -> Segments:
    """Stack memory in which frame number N holds the address of Python frame number M (_N=M)."""
    content = bytearray(0x40 * len(stack.frames))
    for key, number in pointers.items():
        start = 0x40 * int(key[1:]) + 0x10
        content[start : start + 8] = words(0x9000 + 0x100 * number)
    return Segments({STACK: bytes(content)})


def test_an_eval_frame_being_set_up_is_told_by_the_pointers_of_the_others() -> None:
    stack = native("a", E, "call", E, E, "main")
    merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, _3=0, _4=1))
    assert names(merged) == ["a", E, "call", "py:f", "py:g", "main"]


def test_a_nameless_part_of_the_eval_function_is_known_by_size_and_pointer() -> None:
    stack = native("a", "", "", E, "main")
    merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, _1=0, _3=1))
    assert names(merged) == ["a", "py:f", "", "py:g", "main"]


def test_equal_numbers_that_pointers_contradict_are_not_paired_in_order() -> None:
    # One call is being set up, and one is in a nameless part: two calls, two Python frames.
    stack = native("a", E, "call", E, "", "main")
    merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, _3=0, _4=1))
    assert names(merged) == ["a", E, "call", "py:f", "py:g", "main"]


def test_one_pointer_is_enough_to_tell_which_calls_are_to_be_left_out() -> None:
    stack = native("a", E, E, E, "main")
    merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, _3=1))
    assert names(merged) == ["a", E, "py:f", "py:g", "main"]
    merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, _1=0))
    assert names(merged) == ["a", "py:f", "py:g", E, "main"]
    assert "greenlet" in merged.stop_reason
    assert not merge(stack, python("f|", "g|"), NO_INFO, holding(stack)).merged


def test_pointers_that_contradict_each_other_leave_the_stacks_apart() -> None:
    stack = native("a", E, E, E, "main")
    for pointers in ({"_1": 0, "_2": 0, "_3": 0}, {"_1": 1, "_2": 0}):
        merged = merge(stack, python("f|", "g|"), NO_INFO, holding(stack, **pointers))
        assert not merged.merged, pointers


def test_a_parallel_loop_of_numba_is_in_no_file_of_the_user() -> None:
    symbol = "_ZN13_3cdynamic_3e36__numba_parfor_gufunc_0x7fd35a218350B2v9E"
    place = Location("/home/me/<string>", 10)
    frame = NativeFrame(0x10, STACK + 8, STACK, "cfi", is_jit=True, symbol=symbol, location=place)
    typed_in = frame._replace(symbol="_ZN8__main__1fB2v1Ex", location=Location("<string>", 10))
    stack = merge(NativeStack((frame, typed_in)), Absent("none"), NO_INFO)
    assert [f.mine for f in stack.frames] == [False, True]


def test_a_jit_frame_of_the_users_file_is_mine() -> None:
    frame = NativeFrame(0x10, STACK + 8, STACK, "cfi", is_jit=True, location=Location("/me/a.py"))
    other = frame._replace(location=None)
    stack = merge(NativeStack((frame, other)), Absent("none"), NO_INFO)
    assert [(f.kind, f.mine) for f in stack.frames] == [("jit", True), ("jit", False)]


def test_an_eval_function_that_a_leap_led_to_is_shown_as_well() -> None:
    stack = with_leap(native("strlen", "string_at", "_PyEval_EvalFrameDefault", "main"), 2)
    merged = merge(stack, python("f|", markers=(at(2),)), NO_INFO)
    assert names(merged)[-3:] == ["_PyEval_EvalFrameDefault", "py:f", "main"]


def wrapped(
    *files: str, by: str = "/home/me/_players.so", info: PythonInfo | Absent = NO_INFO
) -> list[bool]:
    """Whether the Python frames of these files, innermost first, are the user's own, where `by`
    lies on the native stack below them."""
    extension = Module(by, None, "", 0, 0xA000, 0xB000)
    natives = native("deal", EVAL_FUNCTION, "main")
    inner = natives.frames[0]._replace(module=extension)
    frames = tuple(
        frame._replace(code=frame.code._replace(filename=file))
        for frame, file in zip(python("a", "b|").frames, files)
    )
    markers = (natives.frames[1].sp + 0x10,)
    merged = merge(
        natives._replace(frames=(inner, *natives.frames[1:])),
        PythonStack(frames, markers, ""),
        info,
    )
    return [frame.mine for frame in merged.frames if frame.python is not None]


def test_a_file_beside_the_extension_module_of_its_name_is_its_wrapper() -> None:
    assert wrapped("/home/me/players.py", "/home/me/game.py") == [False, True]
    assert wrapped("/home/you/players.py", "/home/me/game.py") == [True, True]
    assert wrapped("/home/me/cards.py", "/home/me/game.py") == [True, True]


def test_a_wrapper_is_the_users_own_where_nothing_else_is() -> None:
    assert wrapped("/home/me/players.py", "/home/me/players.py") == [True, True]


def test_a_package_of_a_frozen_program_is_known_by_its_extension_module() -> None:
    """PyInstaller names numpy's files relative to nothing, as the program's own."""
    frozen = PythonInfo((3, 11, 7), "3.11.7", prefix="/opt/app/_internal", frozen=True)
    by = "/opt/app/_internal/numpy/_core/_umath.so"
    assert wrapped("numpy/_core/_methods.py", "app.py", by=by, info=frozen) == [False, True]
    assert wrapped("_internal/x.py", "app.py", by=by, info=frozen) == [True, True]
    assert wrapped("numpy/_core/_methods.py", "app.py", by=by) == [True, True]


def stack(*frames: tuple[Module, str]) -> NativeStack:
    return NativeStack(
        tuple(
            NativeFrame(0x2000, SIZE * (i + 1), SIZE * i, "cfi", module, 0x2000, symbol=symbol)
            for i, (module, symbol) in enumerate(frames)
        ),
        "left over",
    )


def symbols(native: NativeStack) -> list[str]:
    return [frame.symbol for frame in native.frames]


def test_a_greenlets_stack_ends_at_its_first_function() -> None:
    native = stack(
        (PYTHON, "inner"), (GEVENT, "run"), (GREENLET, BOOTSTRAP), (GREENLET, SWITCH), (PYTHON, "x")
    )
    cut = own_part(native, [])
    assert symbols(cut) == ["inner", "run", BOOTSTRAP]
    assert "greenlet" in cut.stop_reason


def test_a_call_into_the_module_is_no_end() -> None:
    native = stack((GREENLET, SWITCH), (PYTHON, "eval"), (PYTHON, "main"))
    assert own_part(native, []) is native


def test_without_symbols_the_outermost_python_frame_tells_where_the_greenlet_begins() -> None:
    native = stack(
        (GREENLET, ""), (PYTHON, ""), (PYTHON, ""), (GREENLET, ""), (GREENLET, ""), (PYTHON, "")
    )
    python = PythonStack((), (SIZE * 1 + 8, SIZE * 2 + 8))
    assert len(own_part(native, [python]).frames) == 4


def test_without_symbols_and_without_python_frames_nothing_is_cut() -> None:
    native = stack((GREENLET, ""), (PYTHON, ""), (GREENLET, ""), (PYTHON, ""))
    assert own_part(native, []) is native


def test_without_symbols_the_main_greenlet_is_whole() -> None:
    native = stack((GREENLET, ""), (PYTHON, ""), (PYTHON, ""))
    assert own_part(native, [PythonStack((), (SIZE * 1 + 8,))]) is native


WORKERS = [
    ("spawn_main", "/usr/lib/python3.12/multiprocessing/spawn.py"),
    ("main", "/usr/lib/python3.12/multiprocessing/forkserver.py"),
    ("serve", "/venv/lib/python3.12/site-packages/execnet/gateway_base.py"),
]


def stack_of(*places: tuple[str, str]) -> PythonStack:
    return PythonStack(
        tuple(
            PyFrame(0x9000 + at, CodeInfo(0, name, name, file, 1), Location(file, 1), (), True)
            for at, (name, file) in enumerate(places)
        ),
        (),
    )


def own(*places: tuple[str, str]) -> list[bool]:
    return [one.mine for one in merge(Absent("none"), stack_of(*places), NO_INFO).frames]


TEXT = ("<module>", "<string>")


@pytest.mark.parametrize("worker", WORKERS)
def test_the_text_that_starts_a_librarys_worker_is_not_the_users(worker: tuple[str, str]) -> None:
    assert own(("step", "/home/me/app.py"), worker, TEXT, TEXT) == [True, False, False, False]
    assert own(TEXT, worker, TEXT) == [True, False, False], "what the worker runs may be a text"


def test_the_text_of_a_program_is_the_users() -> None:
    assert own(("dumps", "/usr/lib/python3.12/json/__init__.py"), TEXT) == [False, True]
    assert own(("main", "/home/me/app.py"), TEXT) == [True, True]
