"""What of a stack is for the user, and how the frames of both sides are put together."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest

from atfault.dap import sight
from atfault.dap.frames import _level_of
from atfault.dap.native_side import GdbFrame
from atfault.dap.sight import is_debuggers, landing, order_of, shown, without_debugpys, woven
from atfault.model.absent import Absent
from atfault.model.stacks import Location, ThreadState
from atfault.options import Options
from atfault.snapshot.frozen import PRIMING, RUNNING, FrozenMemory
from atfault.snapshot.target import Target
from support.states import native, python, thread

DEBUGPY = "/venv/lib/python3.11/site-packages/debugpy/server/cli.py"
PYDEVD = "/venv/debugpy/_vendored/pydevd/_pydevd_bundle/pydevd_frame.py"
MONKEY = "/venv/debugpy/_vendored/pydevd/_pydev_bundle/pydev_monkey.py"
THREADING = "/usr/lib/python3.11/threading.py"


def names(frames: Any) -> list[str]:
    return [
        one["name"]
        if isinstance(one, dict)
        else one.python.code.name
        if one.python
        else one.native.name
        for one in frames
    ]


def told(name: str, line: int = 10, file: str = "/home/ada/paint.py", **more: Any) -> Any:
    return {"name": name, "line": line, "source": {"path": file}, **more}


EVAL = native("_PyEval_EvalFrameDefault", "libpython")
CALL = native("total", "extension")


def test_the_interpreter_and_what_has_begun_the_debugging_are_not_shown() -> None:
    frames = [CALL, EVAL, python("main"), python("main", file=DEBUGPY), python("run"), EVAL]
    assert names(shown(thread(frames))) == ["total", "main"]


def test_how_a_c_library_without_names_begins_a_program_is_not_shown() -> None:
    begun = [native("", "libc"), native("__libc_start_main", "libc"), native("_start", "libpython")]
    frames = [native("", "libc"), python("main"), EVAL, *begun]
    assert names(shown(thread(frames))) == ["", "main"]
    assert len(shown(thread(begun))) == len(begun), "there is nothing else"


def test_where_there_is_nothing_else_all_is_shown() -> None:
    assert names(shown(thread([EVAL, EVAL]))) == ["_PyEval_EvalFrameDefault"] * 2


def test_debugpys_wait_at_the_inner_end_does_not_hide_the_frames_behind_it() -> None:
    frames = [native("futex", "libc"), python("wait", file=PYDEVD), python("main")]
    assert names(shown(thread(frames)))[-1] == "main"


def test_a_thread_is_debugpys_by_what_it_was_begun_for() -> None:
    around = [python("__call__", file=MONKEY), python("_bootstrap", file=THREADING)]
    own = thread([python("run", file=PYDEVD), *around], name="Thread-8")
    users = thread([python("wait", file=PYDEVD), python("work"), *around], name="Thread-9")
    main = thread([python("main", file=DEBUGPY)], name="MainThread")
    assert [is_debuggers(one) for one in (own, users, main)] == [True, False, False]
    assert not is_debuggers(thread([native("blas_thread_server", "extension")], name=""))


def test_native_frames_stand_between_debugpys_frames() -> None:
    frames = [
        native("futex", "libc"),
        python("wait", file=PYDEVD),
        python("double", line=15),
        native("apply", "extension"),
        EVAL,
        python("main", line=22),
        native("main", "libpython"),
    ]
    both = woven([told("double", 15), told("main", 22)], thread(frames))
    assert names(both) == ["double", "apply", "main"]


def test_frames_that_debugpy_leaves_out_are_left_out() -> None:
    frames = [python("f", line=5), python("library", file="/lib/x.py"), python("main", line=22)]
    assert names(woven([told("f", 5), told("main", 22)], thread(frames))) == ["f", "main"]


def test_where_memory_says_otherwise_it_is_said() -> None:
    """The thread has moved on, or the stacks could not be merged: nothing is guessed."""
    for frames in (
        [python("f", line=6), CALL, python("main", line=22)],
        [CALL, python("f", line=5, file="/home/ada/other.py")],
        [],
    ):
        both = woven([told("f", 5), told("main", 22)], thread(frames))
        assert isinstance(both, Absent) and both.reason


def test_frames_of_what_began_the_debugging_are_cut_off_debugpys_list() -> None:
    frames = [told("main"), told("main", file="/x/atfault_probe/atfault_debugged.py"), told("run")]
    assert names(without_debugpys(frames)) == ["main"]
    assert names(without_debugpys(frames[1:])) == ["main", "run"]


def test_a_step_ends_where_there_is_source() -> None:
    here = native("weigh", "extension", location=Location(os.path.abspath(__file__), 3))
    away = native("compile", "extension", location=Location("/nowhere/dispatcher.cpp", 3))
    assert landing(thread([here, python("main")])).native is here  # type: ignore[union-attr]
    found = landing(thread([away, python("main")]))
    assert found is not None and found.python is not None
    assert landing(thread([away])) is None


def test_gdbs_number_of_a_frame_is_that_of_the_same_place() -> None:
    inlined = native("inner", "extension", pc=0x100, is_inline=True)
    outer = native("outer", "extension", pc=0x100)
    again = native("f", "extension", pc=0x200)
    one = thread([inlined, outer, again, again._replace(cfa=1), python("main")])
    frames = one.stack.frames
    levels = [GdbFrame(n, pc) for n, pc in enumerate((0x100, 0x100, 0x200, 0x200))]
    assert [order_of(frames, frame)[1] for frame in frames[:4]] == [0, 1, 0, 1]
    assert [_level_of(one, frame, levels) for frame in frames] == [0, 1, 2, 3, None]
    # gdb knows of no inlined function: the outermost of a place is the same
    assert [_level_of(one, frame, levels[1:]) for frame in frames[:2]] == [1, 1]
    assert _level_of(one, frames[0], []) is None


def test_a_stack_that_was_torn_is_read_again_from_the_copy_of_one_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phases = []

    def decoded(target: Target, memory: FrozenMemory, *_: Any) -> ThreadState:
        phases.append(memory.phase)
        stack = next(one for one in target.mappings if one.path == "[stack]")
        memory.read_upto(stack.end - 64, 8)
        found = thread([python("main")])
        return found._replace(stack=found.stack._replace(merged=memory.phase == RUNNING))

    monkeypatch.setattr(sight, "_decoded", decoded)
    with subprocess.Popen(["sleep", "600"]) as asleep:
        try:
            found = sight.look_while_asleep(asleep.pid, asleep.pid, Options())
        finally:
            asleep.kill()
    assert isinstance(found, ThreadState) and phases == [PRIMING, RUNNING]
