"""Bytes and instructions of a core that has one piece of memory."""

from __future__ import annotations

import asyncio
from typing import Any

from atfault.arch.x86_64 import X86_64
from atfault.dap import memory
from atfault.dap.core_memory import CoreMemory
from atfault.snapshot.target_files import TargetFiles
from support.byte_memory import ByteMemory

START = 0x1000
CODE = bytes.fromhex("55 4889e5 06 c3")
"""push, mov, a byte that begins no instruction, ret."""


class Snapshot:
    kind = "core"
    arch = X86_64
    mappings = ()
    auxv: dict[int, int] = {}

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.memory = ByteMemory({START: CODE + b"\x90" * 256})
        self.files = TargetFiles()


def ask(work: Any, **arguments: Any) -> Any:
    return asyncio.run(work(CoreMemory(Snapshot()), arguments))  # type: ignore[arg-type]


def test_a_byte_that_begins_no_instruction_is_told_and_the_next_ones_are_listed() -> None:
    told = ask(memory.disassemble, memoryReference=hex(START), instructionCount=4)
    found = [(one["instruction"], one["instructionBytes"]) for one in told["instructions"]]
    assert found == [
        ("push rbp", "55"),
        ("mov rbp, rsp", "48 89 e5"),
        ("(bad)", "06"),
        ("ret", "c3"),
    ]


def test_where_no_function_is_known_nothing_is_listed_before_an_address() -> None:
    wanted = {"memoryReference": hex(START + 4), "instructionOffset": -1, "instructionCount": 2}
    told = ask(memory.disassemble, **wanted)["instructions"]
    assert [one.get("presentationHint") for one in told] == ["invalid", None]


def test_what_the_core_does_not_have_is_told() -> None:
    told = ask(memory.read, memoryReference="0x10", count=8)
    assert (told["data"], told["unreadableBytes"]) == ("", 8)
