"""What leaves an objmode block is not what its head says (atfault_probe.numba.objmode)."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

np = pytest.importorskip("numpy")

from atfault_probe.numba import objmode  # noqa: E402
from support.recorded_ir import class_of  # noqa: E402


def declared(kind, **fields):
    one = class_of(kind)()
    vars(one).update(fields)
    return one


def array(dtype, ndim=1, layout="A"):
    return declared("Array", dtype=np.dtype(dtype), ndim=ndim, layout=layout)


@pytest.fixture(autouse=True)
def numbas_own_table(monkeypatch):
    own = SimpleNamespace(as_dtype=lambda dtype: dtype)
    monkeypatch.setitem(sys.modules, "numba.np.numpy_support", own)


ROWS = np.ones((3, 4))
RECORD = [("n", "i4"), ("v", "f8")]


@pytest.mark.parametrize(
    ("one", "value", "how"),
    [
        (array("f8"), np.arange(3), "dtype"),
        (array("f8"), np.ones(3, ">f8"), "dtype"),
        (array("i8"), np.zeros(3, "M8[s]"), "dtype"),
        (array("f8", 2), np.ones(3), "ndim"),
        (array("f8", 1), ROWS, "ndim"),
        (array("f8", 1, "C"), np.ones(6)[::2], "layout"),
        (array("f8", 2, "C"), ROWS.T, "layout"),
        (array("f8", 2, "F"), ROWS, "layout"),
        (declared("UnicodeType"), 3, "kind"),
        (declared("Integer"), 2.5, "lossy"),
        (declared("Tuple", types=(declared("Float"), array("f8"))), (1.0, np.arange(2)), "dtype"),
        (declared("Float"), None, "number"),
        (declared("Integer"), [1], "number"),
    ],
)
def test_what_numba_takes_for_something_else_is_found(one, value, how):
    assert objmode.misfit(one, value)[0] == how


@pytest.mark.parametrize(
    ("one", "value"),
    [
        (array("f8"), np.ones(3)),
        (array("f8"), np.ones(6)[::2]),
        (array("f8", 2, "C"), ROWS),
        (array("f8", 2, "F"), ROWS.T),
        (array("f8", 1, "C"), np.ones(0)),
        (array(RECORD), np.zeros(2, RECORD)),
        (array("f8"), [1.0]),  # Numba refuses it, and an array whose elements are of another size
        (array("f8"), np.ones(3, "f4")),
        (declared("UnicodeType"), "a"),
        (declared("Integer"), 3),
        (declared("Integer"), 3.0),
        (declared("Integer"), True),
        (declared("Float"), 3),
        (declared("Float"), np.float32(3)),
        (declared("Float"), "3"),  # digits are taken
        (declared("Boolean"), 2.5),
        (declared("ListType"), [1]),
    ],
)
def test_what_numba_converts_or_refuses_is_not(one, value):
    assert objmode.misfit(one, value) is None


def compiled(function):
    one = class_of("Dispatcher")()
    one.py_func = function
    return one


@compiled
def looked_up(kind):
    return kind


@compiled
def price(kind):
    return looked_up(kind)


@compiled
def takings(kinds):
    total = 0.0
    for kind in kinds:
        total += price(kind)
    return total


@pytest.mark.parametrize(("callers", "is_hot"), [([price], False), ([price, takings], True)])
def test_a_block_is_in_a_loop_where_compiled_code_calls_its_function_in_one(
    callers, is_hot, monkeypatch
):
    code = looked_up.py_func.__code__
    monkeypatch.setattr(objmode, "_ran", [[code, [5, 5, 0, 9], 2000, False]])
    functions = [one.py_func for one in (looked_up, *callers)]
    told = [{"place": [5, 5, 0, 9], "times": 2000}]
    assert objmode.ran(code, functions) == (told if is_hot else [])
