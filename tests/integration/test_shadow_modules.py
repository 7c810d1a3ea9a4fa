"""Nothing of ours is imported from the current folder, whatever lies there.

The folder holds a module by the name of each one of the standard library; each leaves a mark when
it is imported. The programs of the user's import nothing by those names, so whoever leaves a mark
beyond that of the bare program is ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import needs
from support.dap_client import Editor
from support.interpreters import Interpreter, all_interpreters
from support.run_command import SOURCE

pytestmark = pytest.mark.slow
SHADOWED = sorted(
    {name for name in sys.stdlib_module_names if not name.startswith("_")}
    - set(sys.builtin_module_names)
    - {"antigravity", "this"}
)
SHADOW = """\
import os
with open({marks!r}, "a") as file:
    file.write({name!r} + chr(10))
raise ImportError("the module {name} of the current folder")
"""
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = "value = 6 * 7\n"
FAILING = "def f(value):\n    return value['a']\n\nf({})\n"
TARGET = "def work():\n    return 1\n"
LOG = "a.c:1:10: fatal error: png.h: No such file or directory\n    1 | #include <png.h>\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    for name in SHADOWED:
        (folder / f"{name}.py").write_text(
            SHADOW.format(marks=str(tmp_path / "marks"), name=name), encoding="utf-8"
        )
    return folder


def marks(folder: Path) -> list[str]:
    try:
        return (folder.parent / "marks").read_text().split()
    except FileNotFoundError:
        return []


def environment(folder: Path) -> dict[str, str]:
    named = {"XDG_STATE_HOME": str(folder.parent / "state"), "ATFAULT_DEBUG": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, **named}


def as_installed(*words: str) -> list[str]:
    """The command as its script runs it: the current folder is not on the path."""
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    start += "from atfault.__main__ import console_main; console_main()"
    return [sys.executable, "-I", "-c", start, SOURCE, *words]


def run(folder: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        as_installed(*words),
        cwd=folder,
        env=environment(folder),
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def bare(folder: Path, python: str, *words: str) -> list[str]:
    """What the program leaves without us."""
    subprocess.run(
        [python, *words], cwd=folder, env=environment(folder), capture_output=True, check=False
    )
    found = marks(folder)
    (folder.parent / "marks").unlink(missing_ok=True)
    return found


COMMANDS = {
    "run": (["run", "{python}", "program.py"], 0),
    "run, an exception": (["run", "{python}", "failing.py"], 1),
    "run, a crash": (["run", "{python}", "-X", "faulthandler", "crashing.py"], 139),
    "run, again": (["run", "--again", "{python}", "crashing.py"], 139),
    "run -m": (["run", "{python}", "-m", "program"], 1),
    "run -c": (["run", "{python}", "-c", "1 / 0"], 1),
    "explain": (["explain", "log.txt"], 0),
    "explain -": (["explain", "-"], 0),
    "explain --module": (["explain", "--module", "there_is_no_such_module"], 0),
    "stress": (["stress", "--python", "{python}", "--budget", "2", "target.py:work"], 0),
    "doctor": (["doctor"], None),
    "doctor PROGRAM": (["doctor", "--gpu"], None),
    "list": (["list"], None),
    "show": (["show"], None),
    "core": (["core", "log.txt"], 2),
    "numba": (["numba", "program.py"], 1),
    "help": (["--help"], 0),
}


@pytest.mark.representative(
    "nothing is imported from the current folder", only=("run, a crash", "explain", "core", "show")
)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_imports_from_the_current_folder(folder: Path, name: str) -> None:
    words, code = COMMANDS[name]
    (folder / "program.py").write_text(PROGRAM)
    (folder / "failing.py").write_text(FAILING)
    (folder / "target.py").write_text(TARGET)
    (folder / "log.txt").write_text(LOG)
    (folder / "crashing.py").write_text("import os\nos.kill(os.getpid(), 11)\n")
    words = [word.format(python=sys.executable) for word in words]
    expected: list[str] = []
    if sys.executable in words and "run" in words:
        expected = bare(folder, *words[words.index(sys.executable) :])
    done = run(folder, *words, given=LOG)
    assert marks(folder) == expected, done.stderr
    assert 'Traceback (most recent call last):\n  File "' + SOURCE not in done.stderr
    if code is not None:
        assert done.returncode == code, done.stdout + done.stderr


def test_attach_imports_nothing_from_the_current_folder(folder: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]) as program:
        try:
            time.sleep(1)
            done = run(folder, "attach", "--now", str(program.pid))
        finally:
            program.kill()
    assert done.returncode == 0 and not marks(folder), done.stderr


def some_interpreters() -> list[Interpreter]:
    here = [one for one in all_interpreters() if one.sysroot is None and not one.free_threaded]
    return [min(here, key=lambda one: one.minor), max(here, key=lambda one: one.minor)]


@needs.program("gdb")
@pytest.mark.parametrize("words", [["program.py"], ["-m", "program"], ["-c", "value = 1"]])
@pytest.mark.parametrize("interpreter", some_interpreters(), ids=lambda one: one.name)
def test_debug_imports_nothing_from_the_current_folder(
    folder: Path, interpreter: Interpreter, words: list[str]
) -> None:
    (folder / "program.py").write_text(PROGRAM)
    python = interpreter.argv_prefix[0]
    expected = bare(folder, python, *words)
    process = subprocess.Popen(
        as_installed("debug", "--stdio", "--python", python, *words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
        env=environment(folder),
    )
    editor = Editor.of(process)
    with editor:
        editor.begin()
        assert editor.event("exited")["exitCode"] == 0, editor.output
    assert set(marks(folder)) <= set(expected)  # -m imports runpy from there by itself


@needs.program("gdb")
def test_numba_under_gdb_imports_nothing_from_the_current_folder(folder: Path) -> None:
    (folder / "program.py").write_text("class A:\n    def f(self):\n        pass\nA().f()\n")
    (folder / ".gdbinit").write_text(f"shell echo .gdbinit >> {folder.parent}/marks\n")
    given = "break abort\nrun\nquit\n"
    done = run(folder, "numba", "--gdb", "program.py", given=given)
    assert not marks(folder), done.stdout + done.stderr
    given = "break write\nrun\natfault bt\nkill\nquit\n"
    (folder / "program.py").write_text("import os\nos.write(1, b'x')\n")
    done = run(folder, "numba", "--gdb", "program.py", given=given)
    assert "program.py" in done.stdout
    assert not marks(folder), done.stdout + done.stderr
