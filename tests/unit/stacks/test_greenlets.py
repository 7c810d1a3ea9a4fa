from __future__ import annotations

from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, NativeStack, PythonStack
from atfault.stacks.greenlets import own_part

PYTHON = Module("/usr/lib/libpython3.12.so", None, "", 0, 0x1000, 0x9000)
GREENLET = Module(
    "/venv/greenlet/_greenlet.cpython-312-x86_64-linux-gnu.so", None, "", 0, 0x10000, 0x20000
)
GEVENT = Module("/venv/gevent/_gevent_cgreenlet.so", None, "", 0, 0x30000, 0x40000)
BOOTSTRAP = "_ZN8greenlet12UserGreenlet15inner_bootstrapEP9_greenletP7_object"
SWITCH = "_ZN8greenlet12UserGreenlet8g_switchEv"
SIZE = 0x40


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
