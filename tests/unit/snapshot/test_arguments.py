"""argv from the words at the top of the stack."""

from __future__ import annotations

import struct

import pytest

from atfault.snapshot.arguments import arguments_on_stack, folder_of_start, variables_of_start
from atfault.snapshot.memory import Piece, PiecewiseMemory
from support.elf_builder import auxv, stack_with_arguments

TOP = 0x7FFF_FFFF_F000
VECTOR = {3: 0x400040, 5: 13, 6: 4096, 7: 0, 9: 0x401000, 16: 7, 23: 0, 33: 0x7FFF0000}


def read(
    argv: list[bytes], environ: list[bytes], change: bytes = b"", by: bytes = b""
) -> tuple[bytes, ...] | None:
    start, content, full = stack_with_arguments(TOP, argv, environ, VECTOR)
    assert change in content
    content = content.replace(change, by) if change else content
    memory = PiecewiseMemory([Piece(start, start + len(content), 0, content)])
    return arguments_on_stack(memory, full, auxv(full))


@pytest.mark.parametrize(
    "argv",
    [
        [b"python"],
        [b"python", b"app.py", b"two words", b""],
        [b"python", b"-c", b"x" * 5000],
        [b"a%d" % i for i in range(1500)],
    ],
    ids=["one", "empty-and-blank", "long", "many"],
)
def test_arguments_are_exact(argv: list[bytes]) -> None:
    assert read(argv, [b"HOME=/root", b"LANG=C"]) == tuple(argv)


def test_no_environment_at_all() -> None:
    assert read([b"python", b"x.py"], []) == (b"python", b"x.py")


def test_control_characters_stay_what_they_are() -> None:
    assert read([b"py\nthon", b"\x1b[2J"], []) == (b"py\nthon", b"\x1b[2J")


def test_the_folder_of_the_start_is_that_of_the_environment() -> None:
    name = b"/usr/bin/python\0"
    block = b"\0python\0app.py\0HOME=/root\0PWD=/srv/app\0LANG=C\0"
    end = TOP - len(name)
    content = (block + name).rjust(8192, b"\1")
    memory = PiecewiseMemory([Piece(TOP - len(content), TOP, 0, content)])
    assert folder_of_start(memory, {31: end}) == "/srv/app"
    assert folder_of_start(memory, {31: end - 20}) == ""
    assert folder_of_start(PiecewiseMemory([]), {31: end}) == ""
    assert folder_of_start(memory, {}) == ""


def environ_pointer(index: int) -> bytes:
    """The word of envp[index] in the stack that `read` builds for one argument."""
    strings = TOP - len(b"python\0A=1\0B=2\0C=3\0python\0") - 8
    return struct.pack("<Q", strings + 7 + 4 * index)


def test_environment_words_that_the_program_replaced_do_not_matter() -> None:
    change = environ_pointer(1)
    for word in (struct.pack("<Q", 0x5555_0000_1000), bytes(8)):
        assert read([b"python"], [b"A=1", b"B=2", b"C=3"], change, word) == (b"python",)


def test_a_count_that_disagrees_gives_none() -> None:
    start, content, full = stack_with_arguments(TOP, [b"python", b"x"], [], VECTOR)
    at = content.index(struct.pack("<Q", 2))
    content = content[:at] + struct.pack("<Q", 3) + content[at + 8 :]
    memory = PiecewiseMemory([Piece(start, start + len(content), 0, content)])
    assert arguments_on_stack(memory, full, auxv(full)) is None


def test_a_stack_that_is_not_in_the_core_gives_none() -> None:
    _, _, full = stack_with_arguments(TOP, [b"python"], [], VECTOR)
    assert arguments_on_stack(PiecewiseMemory([]), full, auxv(full)) is None
    assert arguments_on_stack(PiecewiseMemory([]), {}, b"") is None


def test_variables_are_found_by_their_names() -> None:
    name = b"/usr/bin/python\0"
    block = b"\0python\0A=1\0XRANK=7\0RANK=3\0WORLD_SIZE=4\0"
    content = (block + name).rjust(8192, b"\1")
    memory = PiecewiseMemory([Piece(TOP - len(content), TOP, 0, content)])
    names = ("RANK", "WORLD_SIZE", "LOCAL_RANK")
    found = variables_of_start(memory, {31: TOP - len(name)}, names)
    assert found == {"RANK": "3", "WORLD_SIZE": "4"}
    assert variables_of_start(memory, {}, names) == {}
