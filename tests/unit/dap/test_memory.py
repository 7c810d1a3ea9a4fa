"""What lies at an address, with a gdb that has some bytes and instructions."""

from __future__ import annotations

import asyncio
import base64
import re
from typing import Any

import pytest

from atfault.dap import memory
from atfault.dap.connection import RequestFailed
from atfault.dap.gdb_mi import GdbError
from atfault.dap.memory import Region

START, CODE = 0x1000, bytes.fromhex("55 48 89 e5 90 c3")
SIZES = (1, 3, 1, 1)
"""Of the instructions in CODE."""


class Gdb:
    """A program of one function, followed by what cannot be read."""

    def __init__(self, padding: int = 64) -> None:
        self.data = CODE + bytes(padding)
        self.written: list[str] = []

    @property
    def gdb(self) -> Gdb:
        return self

    async def command(self, text: str) -> Any:
        words = text.split()
        if words[0] == "-data-read-memory-bytes":
            address, count = int(words[1], 0), int(words[2])
            found = self.data[address - START :][:count] if address >= START else b""
            if not found:
                raise GdbError("Unable to read memory.")
            return {"memory": [{"begin": hex(address), "contents": found.hex()}]}
        if words[0] == "-data-write-memory-bytes":
            self.written.append(text)
            return {}
        assert words[0] == "-data-disassemble"
        return {"asm_insns": self.instructions(int(words[2], 0), int(words[4], 0))}

    def instructions(self, start: int, end: int) -> list[Any]:
        found, at = [], START
        for size in (*SIZES, *(1 for _ in self.data[sum(SIZES) :])):
            if start <= at < end:
                opcodes = self.data[at - START :][:size].hex(" ")
                found.append({"address": hex(at), "inst": f"op   {at:x}", "opcodes": opcodes})
            at += size
        line = {"line": "7", "file": "a.c", "fullname": "/s/a.c", "line_asm_insn": found[:2]}
        return [line, *found[2:]]

    async def console(self, text: str) -> str:
        at = int(text.split()[-1], 0) - START
        return f"f + {at} in section .text\n" if at else "f in section .text\n"


def ask(work: Any, gdb: Gdb, **arguments: Any) -> Any:
    return asyncio.run(work(memory.GdbMemory(gdb), arguments))  # type: ignore[arg-type]


def test_what_can_be_read_is_told_and_how_much_of_it_cannot() -> None:
    told = ask(memory.read, Gdb(0), memoryReference="0x1000", offset=4, count=8)
    assert base64.b64decode(told["data"]) == b"\x90\xc3"
    assert (told["address"], told["unreadableBytes"]) == ("0x1004", 6)
    told = ask(memory.read, Gdb(0), memoryReference="0x10", count=8)
    assert (told["data"], told["unreadableBytes"]) == ("", 8)


def test_bytes_are_written_as_they_are() -> None:
    gdb = Gdb()
    data = base64.b64encode(b"\x01\xff").decode()
    told = ask(memory.write, gdb, memoryReference="0x1000", offset=2, data=data)
    assert told == {"bytesWritten": 2}
    assert gdb.written == ['-data-write-memory-bytes 0x1002 "01ff"']
    with pytest.raises(RequestFailed, match="base64"):
        ask(memory.write, gdb, memoryReference="0x1000", data="not base64!")


def listed(**arguments: Any) -> list[str]:
    told = ask(memory.disassemble, Gdb(), **arguments)["instructions"]
    return ["none" if one.get("presentationHint") == "invalid" else one["address"] for one in told]


@pytest.mark.parametrize(
    ("first", "count", "wanted"),
    [
        (0, 3, ["0x1004", "0x1005", "0x1006"]),
        (1, 2, ["0x1005", "0x1006"]),
        (-2, 3, ["0x1000", "0x1001", "0x1004"]),
        (-4, 5, ["none", "none", "0x1000", "0x1001", "0x1004"]),
        (-4, 1, ["none"]),
        (-2, 1, ["0x1000"]),
    ],
)
def test_as_many_instructions_are_listed_as_were_asked_for(
    first: int, count: int, wanted: list[str]
) -> None:
    found = listed(memoryReference="0x1004", instructionOffset=first, instructionCount=count)
    assert found == wanted


def test_what_stands_for_none_comes_before_in_its_address_too() -> None:
    asked = {"memoryReference": "0x1004", "instructionOffset": -4, "instructionCount": 6}
    told = ask(memory.disassemble, Gdb(), **asked)["instructions"]
    addresses = [int(one["address"], 0) for one in told]
    assert addresses == sorted(set(addresses)) and len(addresses) == 6


def test_where_no_instruction_leads_to_the_address_none_is_listed_before_it() -> None:
    found = listed(memoryReference="0x1002", instructionOffset=-1, instructionCount=2)
    assert found[0] == "none"


def test_an_instruction_has_its_bytes_and_its_line() -> None:
    told = ask(memory.disassemble, Gdb(), memoryReference="0x1000", instructionCount=1)
    assert told["instructions"] == [
        {
            "address": "0x1000",
            "instructionBytes": "55",
            "instruction": "op 1000",
            "location": {"name": "a.c", "path": "/s/a.c"},
            "line": 7,
        }
    ]


@pytest.mark.parametrize("reference", ["", "x", "-1", "0x1ffffffffffffffff", None])
def test_what_is_no_address_is_refused(reference: Any) -> None:
    with pytest.raises(RequestFailed, match="no address"):
        ask(memory.read, Gdb(), memoryReference=reference, count=1)


@pytest.mark.parametrize(
    ("region", "registers"),
    [((0x10, 8), 1), ((0x14, 8), 2), ((0x17, 1), 1), ((0x10, 32), 4), ((0x11, 32), 5)],
)
def test_a_region_takes_a_register_for_each_eight_bytes_that_it_reaches_into(
    region: tuple[int, int], registers: int
) -> None:
    assert Region(*region).registers == registers
    assert Region.parse(str(Region(*region))) == Region(*region)
    assert re.fullmatch(r"\*\(unsigned .*\) 0x1\w", Region(*region).expression)
