"""Tracebacks of IPython, pytest, rich and torchrun, read as those of CPython."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.exception import RaisedException
from atfault.model.stacks import Location
from atfault.text.dialects import as_cpython
from atfault.text.lines import LogLine
from atfault.text.tracebacks import tracebacks

IPYTHON = """\
---------------------------------------------------------------------------
IndexError                                Traceback (most recent call last)
Cell In[4], line 5
      3     b = np.zeros(3)
      4     for i in range(4):
----> 5         b[i] = scale(7)

File ~/lib.py:12, in scale(k)
     11 def scale(k):
---> 12     return TABLE[k]

IndexError: index 7 is out of bounds for axis 0 with size 5
"""
SCRIPT = """\
---------------------------------------------------------------------------
IndexError                                Traceback (most recent call last)
File /home/ada/nb.py:4
      2 b = np.zeros(3)
      3 idx = np.array([0, 2, 9])
----> 4 print(b[idx])

IndexError: index 9 is out of bounds for axis 0 with size 3
"""
OLD_IPYTHON = """\
---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
<ipython-input-3-2d4bd1f4e1b2> in <module>
      1 import grid
----> 2 grid.fill(3)

/home/ada/grid.py in fill(k)
      8 def fill(k):
----> 9     raise ValueError(k)

ValueError: 3
"""
PYTEST = """\
=================================== FAILURES ===================================
__________________________________ test_cell ___________________________________

    def test_cell():
>       assert Grid(5).at(5) == 0

test_grid.py:4:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

self = <grid.Grid object at 0x7f0e1c0d3a90>, i = 5

    def at(self, i):
>       return self.cells[i]
E       IndexError: index 5 is out of bounds for axis 0 with size 5

grid.py:9: IndexError
=========================== short test summary info ============================
"""
RICH = """\
╭──────────────────── Traceback (most recent call last) ─────────────────────╮
│ /app/hashes.py:5 in <module>                                               │
│                                                                            │
│   4                                                                        │
│ ❱ 5 from modules import shared                                             │
│   6                                                                        │
│                                                                            │
│ /app/modules/shared.py:2 in <module>                                       │
│                                                                            │
│ ❱ 2 import _fast                                                           │
╰────────────────────────────────────────────────────────────────────────────╯
ImportError: libfast.so.1: cannot open shared object file: No such file or
directory
"""
RANKS = """\
[rank3]: Traceback (most recent call last):
[rank0]: Traceback (most recent call last):
[rank0]:   File "/app/train.py", line 90, in <module>
[rank3]:   File "/app/train.py", line 41, in step
[rank3]:     loss.backward()
[rank0]:     wait()
[rank3]: ValueError: first
[rank0]: ConnectionError: second
"""


def lines_of(text: str) -> list[LogLine]:
    return [LogLine(number, line) for number, line in enumerate(text.split("\n"), 1)]


def read(text: str) -> tuple[list[tuple[str, int, str]], str, str]:
    """(frames, outermost first, as file, line and function; type; message) of the last error."""
    found = tracebacks("\n".join(line.text for line in as_cpython(lines_of(text))))
    error = found[-1].error
    frames = [(f.location.file, f.location.line, f.function) for f in reversed(error.frames)]
    assert not isinstance(error.message, Absent)
    return frames, error.type, error.message


def only(text: str) -> RaisedException:
    (found,) = tracebacks("\n".join(line.text for line in as_cpython(lines_of(text))))
    return found.error


def test_the_cells_of_a_notebook_are_its_frames():
    frames, kind, message = read(IPYTHON)
    assert frames == [("Cell In[4]", 5, "<module>"), ("~/lib.py", 12, "scale")]
    assert (kind, message) == ("IndexError", "index 7 is out of bounds for axis 0 with size 5")


def test_a_script_that_ipython_runs_has_no_name_in_its_outermost_frame():
    frames, kind, _ = read(SCRIPT)
    assert (frames, kind) == ([("/home/ada/nb.py", 4, "<module>")], "IndexError")


def test_ipython_before_8_names_the_line_by_its_arrow():
    frames, kind, _ = read(OLD_IPYTHON)
    assert frames == [
        ("<ipython-input-3-2d4bd1f4e1b2>", 2, "<module>"),
        ("/home/ada/grid.py", 9, "fill"),
    ]
    assert kind == "ValueError"


def test_the_places_of_a_failed_test_are_its_frames():
    frames, kind, message = read(PYTEST)
    assert frames == [("test_grid.py", 4, "test_cell"), ("grid.py", 9, "at")]
    assert (kind, message) == ("IndexError", "index 5 is out of bounds for axis 0 with size 5")


def test_a_box_of_rich_and_the_message_that_it_wraps():
    frames, kind, message = read(RICH)
    assert frames == [
        ("/app/hashes.py", 5, "<module>"),
        ("/app/modules/shared.py", 2, "<module>"),
    ]
    assert kind == "ImportError"
    assert message.endswith("No such file or directory")


def test_of_several_ranks_the_first_that_failed_is_read_alone():
    frames, kind, message = read(RANKS)
    assert frames == [("/app/train.py", 41, "step")]
    assert (kind, message) == ("ValueError", "first")


@pytest.mark.parametrize("text", [IPYTHON, OLD_IPYTHON, PYTEST, RICH, RANKS])
def test_lines_keep_their_numbers(text):
    kept = {line.number: line.text for line in lines_of(text)}
    for line in as_cpython(lines_of(text)):
        said = line.text.partition(": ")[2].split(" ")[0]
        assert line.number in kept
        assert not said or said in kept[line.number]


@pytest.mark.parametrize("text", [IPYTHON, OLD_IPYTHON, PYTEST, RICH, RANKS])
def test_what_is_cut_off_anywhere_is_read_without_an_error(text):
    for end in range(len(text)):
        as_cpython(lines_of(text[:end]))


def test_what_is_no_traceback_stays_as_it_is():
    text = "___ notes ___\nE   mail\n> quoted\n╭── Traceback, more or less ──╮\nIn [3] the end"
    lines = lines_of(text)
    assert list(as_cpython(lines)) == lines


def test_of_a_rank_an_assertion_of_pythons_is_read() -> None:
    marked = (
        "[rank0]: Traceback (most recent call last):\n"
        '[rank0]:   File "/src/tune.py", line 9, in main\n'
        "[rank0]:     assert size == world\n"
        "[rank0]: AssertionError: size is not world\n"
    )
    found = only(marked)
    assert (found.type, found.message) == ("AssertionError", "size is not world")


def test_each_line_of_a_traceback_may_have_a_time_of_its_own() -> None:
    text = "".join(
        f"[2025-03-01, 02:00:1{at} UTC] {{process.py:190}} INFO - {line}\n"
        for at, line in enumerate(
            (
                "Traceback (most recent call last):",
                '  File "/src/script.py", line 31, in <module>',
                "    import raster",
                "ImportError: raster failed to import",
            )
        )
    )
    found = only(text)
    assert found.frames[0].location.line == 31
    assert found.message == "raster failed to import"


def test_a_syntax_error_below_pytest_has_its_place() -> None:
    text = (
        "___________ ERROR collecting tests/test_a.py ___________\n"
        "src/shop.py:9: in <module>\n"
        "    from rules import Engine\n"
        'E     File "/env/rules/engine.py", line 141\n'
        'E       return f"{", ".join(r)}"\n'
        "E                 ^\n"
        "E   SyntaxError: f-string: expecting '}'\n"
        "=========== short test summary info ===========\n"
    )
    found = only(text)
    assert found.type == "SyntaxError"
    assert found.frames[0].location == Location("/env/rules/engine.py", 141)


def test_the_module_of_an_exception_is_told_once_below_pytest() -> None:
    text = (
        "______________ test_grow ______________\n"
        ">       grow()\n"
        "E       pkg.errors.TypingError: no type\n"
        "src/grow.py:9: TypingError\n"
    )
    found = only(text)
    assert (found.type, found.message) == ("pkg.errors.TypingError", "no type")
