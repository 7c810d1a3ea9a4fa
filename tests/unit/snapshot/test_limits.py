from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.process import Limits
from atfault.snapshot.limits import parse

TEXT = b"""\
Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max address space         unlimited            unlimited            bytes
Max data size             1073741824           unlimited            bytes
"""


def test_soft_limits_are_read_and_unlimited_is_none():
    assert parse(TEXT) == Limits(stack=8388608, address_space=None, data=1 << 30)


def test_an_unreadable_file_is_absent():
    assert isinstance(parse(b""), Absent)
    assert isinstance(parse(b"nonsense\n" * 5), Absent)
