"""Where the interpreter is looked for in a module that does not name it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.cpython import search
from atfault.model.absent import Absent
from atfault.model.process import Module
from support.byte_memory import ByteMemory

FOUND = 0x1230


@pytest.mark.parametrize(
    ("name", "local", "text", "found"),
    [
        ("billing", None, (3, 11, 2), FOUND),
        ("billing", None, None, Absent("")),
        ("billing", "/opt/billing", (3, 11, 2), Absent("")),  # its symbols have been asked before
        ("python3.11", None, None, FOUND),
    ],
)
def test_a_program_with_the_interpreter_in_it_may_have_any_name(
    name: str,
    local: str | None,
    text: tuple[int, int, int] | None,
    found: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search.data_area, "of_module", lambda *_: None)
    monkeypatch.setattr(search, "_by_section", lambda _: 0)
    monkeypatch.setattr(search, "_by_cookie", lambda *_: 0)
    monkeypatch.setattr(search.version, "from_text", lambda _: text)
    monkeypatch.setattr(search, "_by_pointers", lambda *_: FOUND)
    module = Module(f"/opt/{name}", local, "", 0, 0x1000, 0x9000)
    snapshot = SimpleNamespace(memory=ByteMemory({}), mappings=())
    likely = name.startswith("python")
    assert search.find(snapshot, module, likely) == found  # type: ignore[arg-type]
