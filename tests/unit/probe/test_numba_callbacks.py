"""A function of @cfunc that scipy refuses to call (atfault_probe.numba.callbacks), with stand-ins
for both libraries."""

from __future__ import annotations

import ctypes
import sys
from types import ModuleType, SimpleNamespace

import pytest

from atfault_probe.numba import callbacks


def density(x):
    return x * x


LowLevelCallable = type("LowLevelCallable", (tuple,), {"__module__": "scipy._lib._ccallback"})
CFunc = type("CFunc", (), {"__module__": "numba.core.ccallback"})
POINTER = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(density)


@pytest.fixture
def compiled(monkeypatch) -> SimpleNamespace:
    one = CFunc()
    one._pyfunc = density
    one._sig = SimpleNamespace(return_type="float64", args=("float64", "float64"))
    one._wrapper_address = ctypes.cast(POINTER, ctypes.c_void_p).value
    module = ModuleType("shapes")
    module.density = one
    monkeypatch.setitem(sys.modules, "shapes", module)
    monkeypatch.setattr(callbacks, "get", lambda thing, name: getattr(thing, name, None))
    return one


def frames(made) -> list:
    frame = SimpleNamespace(f_locals={"func": made})
    return [("__main__", "main", SimpleNamespace(f_locals={})), ("scipy.integrate", "quad", frame)]


def test_the_function_whose_address_scipy_was_given_is_told_with_its_signature(compiled):
    made = LowLevelCallable((None, POINTER, None))
    told = callbacks.of_frames(ValueError("Invalid signature"), frames(made))
    assert told["function"]["name"] == told["name"] == "density"
    assert (told["callee"], told["near"]) == ("callback", ["float64(float64, float64)"])


def test_another_function_is_not_blamed(compiled):
    other = ctypes.CFUNCTYPE(ctypes.c_double)(lambda: 1.0)
    made = LowLevelCallable((None, other, None))
    assert callbacks.of_frames(ValueError("Invalid signature"), frames(made)) is None
    assert callbacks.of_frames(ValueError("?"), frames(LowLevelCallable((None, None)))) is None


def test_what_others_raise_is_none_of_it(compiled):
    made = LowLevelCallable((None, POINTER, None))
    assert callbacks.of_frames(TypeError(), frames(made)) is None
    assert callbacks.of_frames(ValueError(), frames(made)[:1]) is None
