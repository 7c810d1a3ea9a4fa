"""What of a process's memory goes into a file that is given to others."""

from __future__ import annotations

import struct

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.snapshot.protocol import Memory
from atfault.snapshot.recorded import PAGE, RecordedMemory

HEAP, STACK, CODE, DATA_FILE = 0x55550000, 0x7FFF0000, 0x7F000000, 0x7E000000
SECRET = b"correct horse battery"


class Pages(Memory):
    def __init__(self, pages: dict[int, bytes]) -> None:
        self.pages = pages

    def read(self, address: int, size: int) -> bytes:
        page = self.pages.get(address & -PAGE)
        at = address % PAGE
        if page is None or at + size > PAGE:
            raise MemoryFault(address, size)
        return page[at : at + size]


def page(*parts: bytes) -> bytes:
    return b"".join(parts).ljust(PAGE, b"\0")


def mapping(start: int, path: str = "", *, write: bool = True, run: bool = False) -> MemoryMapping:
    return MemoryMapping(start, start + PAGE, 0, True, write, run, path, False, PAGE)


def recorded(
    pages: dict[int, bytes], *mappings: MemoryMapping, stacks: tuple[tuple[int, int], ...] = ()
) -> RecordedMemory:
    return RecordedMemory(Pages(pages), sorted(mappings), stacks)


def test_what_was_asked_for_is_kept_and_its_neighbours_are_not() -> None:
    content = page(b"co_name!", SECRET.ljust(24), struct.pack("<QQd", HEAP + 8, 7, 2.5))
    memory = recorded({HEAP: content}, mapping(HEAP))
    assert memory.cstring(HEAP, 8) == b"co_name!"
    assert memory.read(HEAP + 48, 8) == struct.pack("<d", 2.5)
    kept = memory.pages()[HEAP]
    assert kept[:8] == b"co_name!"
    assert kept[8:32] == bytes(24)
    assert struct.unpack_from("<QQd", kept, 32) == (HEAP + 8, 7, 2.5)


def test_a_search_keeps_pointers_and_no_texts() -> None:
    wide = "secret".encode("utf-32-le")
    content = page(SECRET.ljust(24), wide, struct.pack("<QQ", HEAP, 1 << 40))
    memory = recorded({HEAP: content}, mapping(HEAP))
    memory.read_upto(HEAP, PAGE)
    kept = memory.pages()[HEAP]
    assert kept[:48] == bytes(48)
    assert struct.unpack_from("<QQ", kept, 48) == (HEAP, 0)


def test_a_stack_keeps_its_words_but_for_texts_and_what_lies_below_it() -> None:
    words = struct.pack("<QQQ", CODE + 5, 1 << 40, STACK + 64)
    content = page(b"dead and secret ", words, SECRET.ljust(24), words, b"hunter2\0", words)
    memory = recorded(
        {STACK: content}, mapping(STACK), mapping(CODE), stacks=((STACK + 16, STACK + PAGE),)
    )
    memory.read_upto(STACK, PAGE)
    kept = memory.pages()[STACK]
    assert kept[:16] == bytes(16)
    assert kept[16:40] == kept[64:88] == kept[96:120] == words
    assert kept[40:64] == bytes(24)
    assert kept[88:96] == bytes(8)


def test_a_library_is_kept_whole_and_a_mapped_file_of_data_is_not() -> None:
    memory = recorded(
        {CODE: page(SECRET), DATA_FILE: page(SECRET)},
        mapping(CODE, "/lib/libx.so", write=False, run=True),
        mapping(DATA_FILE, "/srv/secrets.bin", write=False),
    )
    for address in (CODE, DATA_FILE):
        memory.read_upto(address, PAGE)
    pages = memory.pages()
    assert SECRET in pages[CODE]
    assert pages[DATA_FILE] == bytes(PAGE)


def test_a_page_that_was_not_read_is_not_written() -> None:
    memory = recorded({HEAP: page(SECRET)}, mapping(HEAP))
    assert memory.pages() == {}
