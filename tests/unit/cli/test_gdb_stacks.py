from __future__ import annotations

import io
import json
import sys

import pytest

from atfault.arch.x86_64 import decode_user_regs
from atfault.cli import gdb_stacks

WORDS = list(range(27))


def test_registers_arrive_in_the_kernels_order_and_the_selected_thread_first() -> None:
    asked = {"pid": 7, "memory": 3, "selected": 9, "all": False, "verbose": False, "width": 100}
    found = gdb_stacks.question({**asked, "threads": [[8, WORDS], [9, WORDS]]})
    assert [thread.tid for thread in found.threads] == [9, 8]
    registers = decode_user_regs(found.threads[0].registers)
    assert registers.general[7] == 19  # rsp
    assert registers.general[16] == 16  # rip
    assert registers.thread_pointer == 21


@pytest.mark.parametrize(
    "asked",
    ["{", "[]", "{}", json.dumps({"pid": 1, "selected": 1, "threads": [[1, [1]]]})],
)
def test_a_damaged_question_is_one_line_and_status_2(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(asked.encode())))
    assert gdb_stacks.main() == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
