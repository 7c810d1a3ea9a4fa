"""What the failed instruction proves about an object that may be damaged."""

from __future__ import annotations

from typing import Any

import pytest

from atfault.decode.crash.damage import _Search
from atfault.model.damage import DamagedObject
from atfault.model.state import FaultAccess


@pytest.mark.parametrize(
    ("kind", "instruction", "proves"),
    [
        ("write", "mov qword ptr [rax], rcx", True),
        ("write", "str x1, [x0]", True),
        ("write", "add qword ptr [rax], 1", False),
        ("read", "mov rax, qword ptr [rdx]", False),
    ],
)
def test_a_freed_object_is_taken_from_the_collectors_list_by_a_store_alone(
    kind: str, instruction: str, proves: bool
) -> None:
    search: Any = object.__new__(_Search)
    search.access = FaultAccess(kind, 0, 8, instruction)
    freed = DamagedObject(0x7F0010, "no count", (), "a free block", True)
    assert search._is_proof(freed, "link", True, True) is proves
