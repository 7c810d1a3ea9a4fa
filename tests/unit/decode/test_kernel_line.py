"""Lines of the kernel's log, and which file of this machine they are about: a real library, in
copies."""

from __future__ import annotations

import _struct
import os
import shutil
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode import kernel_line
from atfault.decode.kernel_line import IN_NO_FILE, PAGE, with_place
from atfault.formats.elf import PF_X, PT_LOAD
from atfault.model.given import KernelText, TextFrame
from atfault.native.debug_files import open_elf
from atfault.native.symbols import dynamic_symbol
from support.local_files import local

LIBRARY = getattr(_struct, "__file__", "")
pytestmark = pytest.mark.skipif(not LIBRARY, reason="this Python has _struct built in")
NAME, BASE = "libmine.so", 0x7F0000400000
FUNCTION = "PyInit__struct"
FRAMES = kernel_line._frames


class Library:
    """Where a function of it is: in the file, and in a process that has it at BASE."""

    def __init__(self) -> None:
        elf = open_elf(local(LIBRARY))
        assert elf is not None
        code = next(one for one in elf.segments if one.type == PT_LOAD and one.flags & PF_X)
        address = dynamic_symbol(elf, FUNCTION)
        assert address is not None
        self.data = bytes(elf.data)
        self.at = address - code.vaddr + code.offset
        self.start = code.offset // PAGE * PAGE
        self.end = code.offset + code.filesz - self.start
        self.size = -(-(code.offset + code.filesz) // PAGE) * PAGE - self.start

    def line(self, inside: int = 2, **more: Any) -> KernelText:
        """Of an instruction so far inside of the function."""
        ip = BASE + self.at + inside - self.start
        facts = {"ip": ip, "base": BASE, "size": self.size, "module": NAME, **more}
        return KernelText("segfault", 1, "", **facts)

    def code(self, inside: int = 2) -> dict[str, Any]:
        """The bytes that the kernel prints: sixteen before the instruction, then 32."""
        at = self.at + inside - 16
        return {"code": self.data[at : at + 48], "code_at": 16}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder; of this machine nothing else is looked through, and no function either,
    which takes a process of its own."""
    home = SimpleNamespace(executable="", prefix="")
    nothing = SimpleNamespace(home=home, packages=(), loader=SimpleNamespace(find=lambda name: ""))
    monkeypatch.setattr(kernel_line, "current_folder", lambda: str(tmp_path))
    monkeypatch.setattr(kernel_line, "_surroundings", lambda python: nothing)
    monkeypatch.setattr(kernel_line, "_frames", lambda match, files: (TextFrame("f", "", None),))
    return tmp_path


def copy(folder, name: str = NAME, data: bytes = b"") -> str:
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    if data:
        with open(path, "wb") as file:
            file.write(data)
    else:
        shutil.copy(LIBRARY, path)
    return path


def test_the_function_is_named_and_the_very_build_is_known_by_its_code(library, here, monkeypatch):
    monkeypatch.setattr(kernel_line, "_frames", FRAMES)
    path = copy(here / "build" / "lib")
    found = with_place(library.line(**library.code()))
    assert (found.file, found.is_same, found.unfound) == (path, True, "")
    assert [one.function for one in found.frames] == [FUNCTION]
    found = with_place(library.line())
    assert (found.file, found.is_same, found.unfound) == (path, False, "")


@pytest.mark.parametrize("more", [{"size": PAGE}, {"offset": 0x10}, {"code": b"\xcc" * 48}])
def test_a_file_that_differs_from_what_the_kernel_says_is_another_build(library, here, more):
    path = copy(here)
    found = with_place(library.line(**more))
    assert (found.file, found.frames) == ("", ())
    assert found.unfound == f"what is here is another build of it: {path}"


def test_an_instruction_past_the_segment_is_of_another_build(library, here):
    copy(here)
    found = with_place(library.line()._replace(ip=BASE + library.size))
    assert "another build" in found.unfound
    found = with_place(library.line()._replace(ip=BASE + library.end - 1))
    assert "another build" not in found.unfound


def test_a_mapping_of_a_part_is_known_by_its_code_alone(library, here):
    path = copy(here)
    found = with_place(library.line(size=PAGE, **library.code()))
    assert (found.file, found.is_same) == (path, True)


def test_the_offset_that_newer_kernels_print_counts(library, here):
    path = copy(here)
    assert with_place(library.line(offset=library.at + 2)).file == path


def test_of_several_files_the_one_with_that_code_counts(library, here):
    other = bytearray(library.data)
    other[library.at : library.at + 48] = b"\x90" * 48
    one, two = copy(here / "a"), copy(here / "b", data=bytes(other))
    assert with_place(library.line(**library.code())).file == one
    found = with_place(library.line())
    assert (found.file, found.frames) == ("", ())
    assert found.unfound in (f"it may be any of {one}, {two}", f"it may be any of {two}, {one}")


def test_a_link_to_the_same_file_is_no_other_file(library, here):
    path = copy(here / "a")
    os.makedirs(here / "b")
    os.symlink(path, here / "b" / NAME)
    assert with_place(library.line()).file == path


def test_a_place_without_a_symbol_is_told_with_its_file(library, here, monkeypatch):
    monkeypatch.setattr(kernel_line, "_frames", FRAMES)
    path = copy(here)
    bare = library.line()._replace(ip=BASE)
    found = with_place(bare)
    assert (found.file, found.frames) == (path, ())
    assert found.unfound == f"{path} has no symbol for that place (it is stripped)"


def test_what_is_no_elf_file_is_passed_over(library, here):
    copy(here / "a", data=b"no ELF")
    copy(here / "b", data=library.data[:200])
    assert "another build" in with_place(library.line()).unfound
    path = copy(here / "c")
    assert with_place(library.line()).file == path


def test_a_program_is_found_on_the_path_and_a_python_by_its_surroundings(
    library, here, monkeypatch
):
    monkeypatch.setattr(kernel_line, "current_folder", lambda: str(here / "nowhere"))
    path = copy(here / "bin")
    os.chmod(path, 0o755)
    monkeypatch.setenv("PATH", str(here / "bin"))
    assert with_place(library.line()).file == path
    monkeypatch.setenv("PATH", "/nowhere")
    python, found = copy(here / "python"), copy(here / "found")
    home = SimpleNamespace(executable=python, prefix="")
    around = SimpleNamespace(home=home, packages=(), loader=SimpleNamespace(find=lambda _: ""))
    monkeypatch.setattr(kernel_line, "_surroundings", lambda python: around)
    assert with_place(library.line()).file == python
    home.executable, around.loader = "/usr/bin/other", SimpleNamespace(find=lambda _: found)
    assert with_place(library.line()).file == found
    around.loader, around.packages = SimpleNamespace(find=lambda _: ""), (str(here / "found"),)
    assert with_place(library.line()).file == found
    around.packages, home.prefix = (), str(here / "prefix")
    below = copy(here / "prefix" / "lib" / "plugins")
    assert with_place(library.line()).file == below


def test_what_names_no_file_says_so(library, here):
    line = library.line()
    assert with_place(line._replace(module="")).unfound == IN_NO_FILE
    assert with_place(line._replace(base=None)).unfound == IN_NO_FILE
    assert with_place(line._replace(ip=None)) == line._replace(ip=None)
    assert with_place(line._replace(kind="oom")) == line._replace(kind="oom")
    assert with_place(line).unfound.startswith(f"there is no {NAME} on PATH")
    copy(here)
    assert "there is no ../x" in with_place(line._replace(module="../x")).unfound
    assert "there is no" in with_place(line._replace(module="a\0b")).unfound
