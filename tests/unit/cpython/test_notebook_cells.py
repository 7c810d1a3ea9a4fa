"""Cells of notebooks, by what IPython keeps in the process: here, in this one."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from atfault.cpython.frames.code import CodeTable
from atfault.cpython.notebook_cells import CellNames
from support.byte_memory import ByteMemory
from support.this_process import runtime_here

FILE = "/tmp/ipykernel_4711/1904333214.py"


class Compiler:
    def __init__(self, numbers):
        self._filename_map = numbers


class Shell:
    def __init__(self, numbers):
        self.compile = Compiler(numbers)


@pytest.fixture
def shell(monkeypatch):
    """IPython in this process, which has run a cell."""
    made = Shell({FILE: 4, "/tmp/ipykernel_4711/1.py": 1 << 70, "/tmp/ipykernel_4711/2.py": "x"})
    module = ModuleType("IPython.core.interactiveshell")
    module.InteractiveShell = type("InteractiveShell", (), {"_instance": made})
    monkeypatch.setitem(sys.modules, "IPython.core.interactiveshell", module)
    return made


def names():
    here = runtime_here()
    return CellNames(here.memory, here.offsets, here.version[1], [id(sys.modules), 0])


def test_the_number_of_a_cell_is_what_ipython_keeps(shell):
    assert names().name(FILE) == "In[4]"
    shell.compile._filename_map[FILE] = 7  # the same text was run again
    assert names().name(FILE) == "In[7]"


def test_in_a_terminal_the_name_has_the_number(shell):
    assert names().name("<ipython-input-12-5d41402abc4b>") == "In[12]"


def test_a_cell_without_a_number_keeps_its_name(shell, monkeypatch):
    for file in ("/tmp/ipykernel_4711/1.py", "/tmp/ipykernel_4711/2.py", "/tmp/ipykernel_1/3.py"):
        assert names().name(file) == file
    del shell.compile._filename_map
    assert names().name(FILE) == FILE
    monkeypatch.setattr(
        sys.modules["IPython.core.interactiveshell"].InteractiveShell, "_instance", 5
    )
    assert names().name(FILE) == FILE
    monkeypatch.delitem(sys.modules, "IPython.core.interactiveshell")
    assert names().name(FILE) == FILE


def test_damaged_memory_costs_the_number_alone():
    here = runtime_here()
    damaged = CellNames(ByteMemory({}), here.offsets, here.version[1], [0x1000])
    assert damaged.name(FILE) == FILE


def test_code_of_a_cell_has_its_name_and_other_code_its_file():
    here = runtime_here()
    codes = CodeTable(here.memory, here.offsets, here.version)
    codes.cell_name = lambda file: "In[4]"
    cell, other = (compile("x = 1", file, "exec") for file in (FILE, "/tmp/ipykernel_launcher.py"))
    of_cell, of_other = codes.get(id(cell)), codes.get(id(other))
    assert (of_cell.info.filename, of_cell.info.exact_filename) == ("In[4]", FILE)
    assert (of_other.info.filename, of_other.info.exact_filename) == (other.co_filename, "")
    assert codes.cells == {FILE: "In[4]"}
