"""What calls that run at once have in common (atfault_probe.numba.shared), and a prange that is
Python's range (numba.stand_ins)."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np

from atfault_probe.numba import shared, stand_ins

ROOM, VALUES = np.zeros(4), np.zeros((2, 4))


def test_an_array_is_in_common_where_each_call_is_given_the_same():
    calls = [(VALUES[0], 4, ROOM), (VALUES[1], 4, ROOM)]
    assert shared.in_common(calls) == {2: {1, 2}}


def test_stretches_of_one_array_are_not_in_common_nor_is_what_one_call_has():
    assert shared.in_common([(ROOM[:2],), (ROOM[2:],)]) == {}
    assert shared.in_common([(ROOM,)]) == shared.in_common([]) == {}


def test_where_a_prange_is_made_range_is_told_where_it_is_one_place(tmp_path, monkeypatch):
    path = tmp_path / "shim.py"
    path.write_text("import os\nprange = range\nother = range\n")
    for name in ("shim", "user_of_shim"):
        module = ModuleType(name)
        module.prange, module.__file__ = range, str(path)
        monkeypatch.setitem(sys.modules, name, module)
    user = eval(compile("lambda: prange", str(path), "eval"))
    assert stand_ins.origin(user) == [str(path), 2]
    path.write_text("from compat import prange\n")
    assert stand_ins.origin(user) is None
