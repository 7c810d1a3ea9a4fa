"""Which objects of a call its callbacks change, of each function in changing_program.py: kept in
tests/golden/decode/changed.txt. Each looks at its own frames in the middle of the call."""

from __future__ import annotations

import inspect
import os
import threading
from types import SimpleNamespace
from typing import Any

from atfault.cpython.frames.operands import Operands
from atfault.decode.crash.changed import changed_objects
from atfault.model.absent import Absent
from atfault.model.process import Registers, Thread
from atfault.model.stacks import StackTrace, ThreadFrame, ThreadState
from atfault.model.state import PythonInfo
from support.own_frames import current, own_frames
from support.this_process import here, runtime_here

PROGRAM = os.path.join(os.path.dirname(__file__), "changing_program.py")
STDLIB = os.path.dirname(inspect.__file__)
PYTHON = PythonInfo((3, 11, 0), "3.11.0", "CPython", False, stdlib=STDLIB)
NATIVE = ThreadFrame("native")


def crashed(runtime: Any, name: str) -> ThreadState:
    """This thread, as if native code had failed that the innermost frame calls: down to the
    function of that name."""
    decoder, frames = here(), []
    found = own_frames(runtime)[2:]  # without this function and look()
    names = [one.code.name for one in found]
    for one in found[: names.index(name) + 1]:
        one = one._replace(operands=Operands(runtime).of(one, decoder))
        mine = one.code.filename == PROGRAM
        frames.append(ThreadFrame("python", python=one, mine=mine))
        frames += [NATIVE] if one.is_entry else []
    thread = Thread(threading.get_native_id(), "", Registers((None,) * 17))
    none = Absent("made by a test")
    return ThreadState(thread, StackTrace(tuple(frames), True), none, none, crashed=True)


def looked(name: str, names: dict[str, Any]) -> list[str]:
    told: list[str] = []
    runtime = runtime_here()
    runtime.module = None
    runtime.threads = lambda: [
        SimpleNamespace(native_tid=threading.get_native_id(), tstate=current())
    ]

    def look() -> None:
        if not told:
            for one in changed_objects(runtime, PYTHON, crashed(runtime, name)):
                given = "given" if one.is_given else "not given"
                given += ", given up" if one.is_given_up else ""
                told.append(
                    f"{one.type_name} {one.expression or '?'} of {one.length}, {given}: "
                    f"{one.operation} {one.method}, {one.ran}, line {one.line} in "
                    f"{one.function.rpartition('.')[2]}; "
                    f"called {one.called or '?'} in frame {one.frame_index}"
                )
            told.append("that is all")

    names["look"] = look
    try:
        names[name]()
    except (TypeError, ValueError):
        pass
    assert told, name
    return told[:-1] or ["nothing"]


def test_what_is_changed_in_the_middle_of_a_call(golden):
    with open(PROGRAM) as file:
        code = compile(file.read(), PROGRAM, "exec")
    lines = []
    for name in [one for one in code.co_names if one.startswith(("a_", "an_", "what_", "nothing"))]:
        names: dict[str, Any] = {"__name__": "changing_program"}
        exec(code, names)
        lines.append("\n    ".join([f"{name}:", *looked(name, names)]))
    golden(os.path.join("decode", "changed.txt"), "\n".join(lines) + "\n")
