"""What the source calls the object whose method is called, of this process's own functions."""

from __future__ import annotations

import dis
from typing import Any

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.calls import CALLS
from atfault.cpython.frames.operands import _owner_name
from support.this_process import runtime_here


def work(orders: Any, ledger: Any) -> None:
    order = orders.get()
    ledger.post(order["row"], order["price"] * 3)  # more than is followed
    orders.task_done()


def test_a_call_that_is_not_followed_has_no_name_of_the_one_behind_it() -> None:
    runtime = runtime_here()
    code = runtime.codes.get(id(work.__code__))
    assert code is not None
    body = Bytecode(runtime).body(code)
    assert body is not None
    lines = dict(dis.findlinestarts(work.__code__))
    first = work.__code__.co_firstlineno
    seen: dict[int, set[str]] = {}
    line = 0
    for one in body.instructions:
        line = lines.get(one.offset) or line
        if one.name in (*CALLS, "PRECALL"):
            seen.setdefault(line - first, set()).add(_owner_name(body, one.offset))
    assert seen[1] == seen[3] == {"orders"}
    assert seen[2] <= {"", "ledger"}
