"""Extension modules with real mistakes: memory that changes under their hands, tables of functions
that were never imported, headers of another Python."""

from __future__ import annotations

import glob
import os
import subprocess
import sys
import textwrap
from typing import Any

import pytest

from support import needs
from support.compiled import compile_once
from support.interpreters import all_interpreters
from support.run_command import run

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "extensions")
LIKE_SETUPTOOLS = ("-O3", "-g", "-fPIC", "-shared", "-w")
BY_HAND = ("-O0", "-fPIC", "-shared", "-w")


def build(name: str, folder: Any, *options: str, include: str = "") -> None:
    include = include or needs.python_headers()
    source = os.path.join(HERE, f"{name}.c")
    compile_once(source, f"{folder}/{name}.so", *options, f"-I{include}")


def crashed(folder: Any, program: str, python: str = sys.executable) -> dict[str, Any]:
    path = folder / "program.py"
    path.write_text(textwrap.dedent(program))
    ran = run(python, str(path), state=str(folder / "state"), env={"PYTHONPATH": str(folder)})
    (report,) = ran.reports
    assert report["kind"] == "crash"
    found: dict[str, Any] = report["diagnosis"][0]
    return found


def lines_of(finding: dict[str, Any]) -> list[int]:
    return [one["line"] for one in finding["blame"]]


# objects that change during the call


@pytest.mark.representative("extension modules")
def test_a_list_that_its_hook_empties(tmp_path):
    build("careless", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import careless

        class Table:
            def __init__(self):
                self.rows = [[number] for number in range(1000)]

            def drop(self, row):
                if row == [3]:
                    self.rows.clear()

        def main():
            table = Table()
            careless.each(table.rows, table.drop)

        main()
        """,
    )
    assert (found["cause"], found["confidence"]) == ("use-after-free", "likely")
    assert "table.rows" in found["summary"]
    assert lines_of(found)[:2] == [13, 9]


def test_a_bytearray_that_its_hook_shortens(tmp_path):
    build("careless", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import careless

        def main():
            pixels = bytearray(64 << 20)

            def shade(data):
                del pixels[1000:]

            careless.fill(pixels, shade)

        main()
        """,
    )
    assert found["cause"] in ("out-of-bounds", "use-after-free")
    assert lines_of(found)[:2] == [9, 7]


def test_a_view_whose_memory_the_function_gives_back_itself(tmp_path):
    build("careless", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import careless

        def main():
            pixels = bytearray(64 << 20)

            def shade(view):
                pixels.clear()
                view[40 << 20] = 1

            careless.lend(pixels, shade)

        main()
        """,
    )
    assert (found["cause"], found["confidence"]) == ("use-after-free", "likely")
    assert lines_of(found)[:3] == [8, 7, 10]


def test_a_function_that_was_registered_before_is_a_possibility(tmp_path):
    build("careless", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import careless

        rows = [[number] for number in range(5000)]

        def forget(row):
            while rows:
                rows.pop()

        careless.set_hook(forget)
        careless.fire(rows)
        """,
    )
    assert found["confidence"] != "certain" or found["cause"] == "null-dereference"
    if found["cause"] == "use-after-free" and sys.version_info >= (3, 11):
        assert lines_of(found)[:2] == [10, 7]


@pytest.mark.parametrize(
    "hook",
    [
        "log.append(len(data))",
        "data.append(1)",
        "len(data.copy())",
    ],
)
def test_a_hook_that_takes_nothing_away_is_not_accused(hook, tmp_path):
    build("careless", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        f"""\
        import careless

        log = []

        def note(data):
            {hook}

        careless.stumble(bytearray(100), note)
        """,
    )
    assert (found["cause"], found["confidence"]) == ("null-dereference", "certain")


def test_what_an_earlier_call_took_away_is_no_reason(tmp_path):
    found = crashed(
        tmp_path,
        """\
        import ctypes

        data = bytearray(4096)

        def shorten(_):
            return data.pop() == 0

        def main():
            print(all(map(shorten, range(10))))
            view = (ctypes.c_char * len(data)).from_buffer(data)
            ctypes.memset(view, 0, 1 << 40)

        main()
        """,
    )
    assert found["cause"] == "out-of-bounds"
    assert lines_of(found) == [11, 13]


def test_a_hook_that_fails_itself_is_the_one_that_failed(tmp_path):
    found = crashed(
        tmp_path,
        """\
        import ctypes, functools

        rows = [1, 2, 3]

        def hook(one, other):
            rows.clear()
            ctypes.string_at(0)

        functools.reduce(hook, rows)
        """,
    )
    assert (found["cause"], found["confidence"]) == ("null-dereference", "certain")


# tables that were never imported, and headers of others


@pytest.mark.representative("extension modules")
@pytest.mark.parametrize(
    ("options", "confidence"), [(BY_HAND, "certain"), (LIKE_SETUPTOOLS, "likely")]
)
def test_the_table_of_datetime_that_was_never_imported(options, confidence, tmp_path):
    build("dates", tmp_path, *options)
    found = crashed(tmp_path, "import dates\ndates.day()\n")
    assert (found["cause"], found["confidence"]) == ("null-dereference", confidence)
    assert "PyDateTimeAPI" in found["summary"] and lines_of(found) == [2]


@pytest.mark.parametrize(
    ("options", "confidence"), [(BY_HAND, "certain"), (LIKE_SETUPTOOLS, "likely")]
)
def test_the_table_of_numpy_that_was_never_imported(options, confidence, tmp_path):
    numpy = pytest.importorskip("numpy")
    build("waves", tmp_path, *options, "-DFORGOTTEN", f"-I{numpy.get_include()}")
    found = crashed(tmp_path, "import numpy, waves\nwaves.make()\n")
    assert (found["cause"], found["confidence"]) == ("null-dereference", confidence)
    assert "PyArray_API" in found["summary"] and lines_of(found) == [2]


def test_stripped_of_its_names_it_is_a_null_pointer_with_a_hint(tmp_path):
    build("dates", tmp_path, *LIKE_SETUPTOOLS, "-s")
    found = crashed(tmp_path, "import dates\ndates.day()\n")
    assert (found["cause"], found["confidence"]) == ("null-dereference", "certain")
    assert any("PyDateTime_IMPORT" in one["text"] for one in found["evidence"])


def test_the_headers_of_another_python(tmp_path):
    """3.12 moved the digits of an int, so one built for an older Python reads far too many."""
    older = next((one for one in _with_headers() if one[0] < 12), None)
    newer = next((one for one in all_interpreters() if one.minor >= 12 and not one.sysroot), None)
    if older is None or newer is None or newer.free_threaded:
        pytest.skip("no Python with headers from before 3.12, or none after it")
    build("digits", tmp_path, "-O2", "-g", "-fPIC", "-shared", "-w", include=older[1])
    program = "import digits\ndigits.total(1 << 80_000_000)\n"
    found = crashed(tmp_path, program, newer.executable)
    assert (found["cause"], found["confidence"]) == ("abi-mismatch", "likely")
    assert f"3.{older[0]}" in found["summary"] and lines_of(found) == [2]


def _with_headers() -> list[tuple[int, str]]:
    """(minor version, folder) of the Pythons whose headers are here."""
    found = []
    for one in all_interpreters():
        if one.sysroot is None and not one.free_threaded:
            code = "import sysconfig; print(sysconfig.get_path('include'))"
            done = subprocess.run([one.executable, "-c", code], capture_output=True, text=True)
            folder = done.stdout.strip()
            if glob.glob(os.path.join(folder, "Python.h")):
                found.append((one.minor, folder))
    return found


# objects that nothing but a static variable keeps


def told(finding: dict[str, Any]) -> str:
    return "\n".join(one["text"] for one in finding["evidence"])


def test_the_static_variable_whose_dict_holds_a_destroyed_object(tmp_path):
    build("keeping", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import gc
        import keeping

        class Order:
            def __init__(self, number):
                self.items = [number]

        for number in range(2000):
            keeping.remember(f"order-{number}", Order(number))
        texts = [("%d " % number) * 3 for number in range(2000)]
        gc.collect()
        """,
    )
    assert found["cause"] == "refcount-corruption"
    assert "what leads to it is kept in seen, a variable of keeping.so" in told(found)
    assert "look first at keeping.so, which keeps it" in str(found["advice"])


def test_the_static_variable_that_holds_a_destroyed_object_itself(tmp_path):
    build("keeping", tmp_path, *LIKE_SETUPTOOLS)
    found = crashed(
        tmp_path,
        """\
        import keeping

        class Log:
            def __init__(self, name):
                self.name = name

            def __call__(self, text):
                print(self.name, text)

        def begin():
            keeping.listen(Log("audit"))

        begin()
        names = [b"x" * 33 for _ in range(50)]
        keeping.tell("done")
        """,
    )
    assert found["cause"] == "use-after-free"
    assert "its address is kept in listener, a variable of keeping.so" in told(found)
