from __future__ import annotations

import pytest

from atfault.model.process import Module
from atfault.model.stacks import CodeInfo, Location, NativeFrame, PyFrame, ThreadFrame
from atfault.stacks.plumbing import hidden, is_plumbing


def native(symbol: str, module: str, **fields: bool) -> ThreadFrame:
    where = Module(module, None, "", 0, 0, 0)
    kind = "jit" if fields.get("is_jit") else "native"
    return ThreadFrame(kind, NativeFrame(1, 2, 1, "cfi", where, symbol=symbol, **fields))  # type: ignore[arg-type]


def python(name: str) -> ThreadFrame:
    code = CodeInfo(0, name, name, "/me/a.py", 1)
    return ThreadFrame("python", None, PyFrame(1, code, Location("/me/a.py", 1), (), True))


@pytest.mark.parametrize(
    ("symbol", "module"),
    [
        ("_PyObject_MakeTpCall", "/usr/lib/libpython3.11.so.1.0"),
        ("PyEval_EvalCode", "/usr/bin/python3.14"),
        ("pymain_run_python.constprop.0", "/usr/bin/python3.11"),
        ("cfunction_vectorcall_FASTCALL", "/usr/lib/libpython3.8.so.1.0"),
        ("__libc_start_main@@GLIBC_2.34", "/lib/libc.so.6"),
        ("_start", "/usr/bin/python3.11"),
        ("clone3", "/lib/libc.so.6"),
        ("thread_run", "/usr/lib/libpython3.12.so.1.0"),
    ],
)
def test_plumbing(symbol: str, module: str) -> None:
    assert is_plumbing(native(symbol, module))


@pytest.mark.parametrize(
    ("symbol", "module"),
    [
        ("list_dealloc", "/usr/lib/libpython3.11.so.1.0"),
        ("time_sleep", "/usr/bin/python3.14"),
        ("call_function", "/home/me/libmine.so"),
        ("main", "/home/me/libmine.so"),
        ("start", "/home/me/libmine.so"),
        ("Dispatcher_call", "/env/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so"),
        ("_PyEval_EvalFrameDefault", "/env/python_ext.so"),
        ("", "/usr/lib/libpython3.11.so.1.0"),
    ],
)
def test_not_plumbing(symbol: str, module: str) -> None:
    assert not is_plumbing(native(symbol, module))


def test_python_jit_and_signal_frames_are_never_hidden() -> None:
    libpython = "/usr/lib/libpython3.11.so"
    assert not is_plumbing(python("f"))
    assert not is_plumbing(native("PyObject_Call", libpython, is_jit=True))
    assert not is_plumbing(native("PyObject_Call", libpython, is_signal_frame=True))


def test_numbas_entry_from_python_is_hidden_behind_the_function_it_calls() -> None:
    wrapper = native("_ZN7cpython8__main__5paintB2v1Ex", "", is_jit=True)
    function = native("_ZN8__main__5paintB2v1Ex", "", is_jit=True)
    other = native("_ZN8__main__5otherB2v1Ex", "", is_jit=True)
    assert hidden((function, wrapper, python("f"))) == [False, True, False]
    assert hidden((other, wrapper, python("f"))) == [False, False, False]
    assert hidden((wrapper, python("f"))) == [False, False]
    for prefix in ("__gufunc__.", "cfunc."):
        entry = native(prefix + "_ZN8__main__5paintB2v1Ex", "", is_jit=True)
        assert hidden((function, entry, python("f"))) == [False, True, False]
        assert hidden((other, entry, python("f"))) == [False, False, False]


def test_the_innermost_frame_and_nameless_ones_inside_of_python_are_shown() -> None:
    stripped = "/usr/bin/python3.14"
    frames = (
        native("PyObject_Call", stripped),
        native("", stripped),
        python("f"),
        native("", stripped),
        native("", "/env/ext.so"),
        python("<module>"),
        native("", stripped),
        native("", "/lib/libc.so.6"),
        native("__libc_start_main", "/lib/libc.so.6"),
    )
    assert hidden(frames) == [False, False, False, True, False, False, True, True, True]
    assert hidden(()) == []
