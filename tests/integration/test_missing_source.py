"""Source that is in no file of its own: shown where it can be had, else the report says why."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipapp
from pathlib import Path
from typing import Any

import pytest

from atfault.analyze.process import analyze_core
from atfault.model.findings import Blame
from atfault.options import Options
from support.core_files import allow_core, require_core_files
from support.interpreters import Interpreter, every_interpreter, interpreter
from support.run_command import run

BOOM = "import ctypes\ndef boom():\n    return ctypes.string_at(7)\nboom()\n"
LINE = "    return ctypes.string_at(7)"
# As IPython and ipykernel do with each cell, whose file does not exist.
NOTEBOOK = """
import linecache
cell = {cell!r}
name = "/tmp/ipykernel_4711/2980540429.py"
linecache.cache[name] = (len(cell), None, cell.splitlines(True), name)
exec(compile(cell, name, "exec"))
"""


class Died:
    """What the report says of the line at fault."""

    def __init__(self, blame: Blame, frames: dict[str, str | None]) -> None:
        self.blame = blame
        self.text = next((one.text for one in blame.source if one.line == blame.line), None)
        self.frames = frames
        """Function → the line of its frame."""


def died(
    one: Interpreter, folder: str, *arguments: str, sysroot: str | None = None, text: str = ""
) -> Died:
    """Run it in `folder` until it dies, and explain the core."""
    require_core_files()
    command = [*one.argv_prefix, *arguments]
    if one.sysroot is not None:
        enter = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', one.inside(folder)]
        command = [*command[:2], *enter, *command[2:]]
    env = {**os.environ, "PWD": one.inside(folder)}
    subprocess.run(
        command, cwd=folder, env=env, preexec_fn=allow_core, input=text.encode(), check=False
    )
    (core,) = Path(folder).glob("core*")
    report = analyze_core(str(core), options=Options(lines=False, sysroot=one.sysroot))
    core.unlink()
    frames = {
        frame.function: frame.code for frame in report.threads[0].frames if frame.kind == "python"
    }
    return Died(report.diagnosis[0].blame[0], frames)


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    one = request.node.callspec.params.get("one") if hasattr(request.node, "callspec") else None
    place = one.scratch(str(tmp_path)) if one is not None else str(tmp_path)
    yield place
    if one is not None and one.sysroot is not None:
        shutil.rmtree(place, ignore_errors=True)


@pytest.mark.representative("source that is in no file")
@pytest.mark.parametrize("one", every_interpreter())
def test_the_program_of_minus_c(one: Interpreter, folder: str) -> None:
    found = died(one, folder, "-X", "utf8", "-Bc", BOOM, "an argument")
    assert (found.blame.file, found.blame.line, found.text) == ("<string>", 3, LINE)
    assert found.frames["<module>"] == "boom()"


@pytest.mark.representative("source that is in no file")
@pytest.mark.parametrize("one", every_interpreter())
def test_a_cell_of_a_notebook(one: Interpreter, folder: str) -> None:
    Path(folder, "kernel.py").write_text(NOTEBOOK.format(cell=BOOM))
    found = died(one, folder, "kernel.py")
    assert found.blame.file == "/tmp/ipykernel_4711/2980540429.py"
    assert found.text == LINE


@pytest.mark.parametrize("one", every_interpreter())
def test_a_relative_file_name(one: Interpreter, folder: str) -> None:
    """3.8 keeps the name of a script as it was given; later ones may be told to by compile()."""
    os.mkdir(os.path.join(folder, "app"))
    Path(folder, "app/a.py").write_text(BOOM)
    Path(folder, "b.py").write_text(
        'exec(compile(open("app/a.py").read(), "app/a.py", "exec"), {"__name__": "a"})\n'
    )
    for script in ("app/a.py", "b.py"):
        found = died(one, folder, script)
        assert found.text == LINE
        if one.minor == 8 or script == "b.py":
            assert found.blame.file == "app/a.py"


@pytest.mark.representative("source that is in no file")
def test_a_module_inside_of_a_zip_archive(tmp_path: Path) -> None:
    package = tmp_path / "app"
    package.mkdir()
    (package / "__main__.py").write_text("import mod\n")
    (package / "mod.py").write_text(BOOM)
    zipapp.create_archive(package, tmp_path / "app.pyz")
    found = died(interpreter(11), str(tmp_path), "app.pyz")
    assert found.blame.file.endswith("app.pyz/mod.py") and found.text == LINE


@pytest.mark.parametrize("name", ["a\nb.py", "a\x1b[2Jb.py", "a\u202eb.py", "a\\nb.py", "ä ö.py"])
def test_a_name_with_control_characters(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(BOOM)
    found = died(interpreter(11), str(tmp_path), name)
    assert found.text == LINE
    assert found.blame.file.isprintable()


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"a\xff.py")
    (tmp_path / name).write_text(BOOM)
    assert died(interpreter(11), str(tmp_path), name).text == LINE


def test_what_exec_made_is_said_to_have_no_text(tmp_path: Path) -> None:
    found = died(interpreter(11), str(tmp_path), "-c", f"\n\nexec({BOOM!r})")
    assert found.blame.source == () and "exec()" in found.blame.source_missing
    (tmp_path / "a.py").write_text(f"exec({BOOM!r})")
    found = died(interpreter(11), str(tmp_path), "a.py")
    assert found.frames["boom"] is None and found.blame.file.endswith("a.py")


def test_what_was_typed_in_is_said_to_be(tmp_path: Path) -> None:
    found = died(interpreter(11), str(tmp_path), "-", text=BOOM)
    assert found.blame.file == "<stdin>" and "typed in" in found.blame.source_missing


def test_a_deleted_file_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import os\nos.remove(__file__)\n" + BOOM)
    python = interpreter(11).argv_prefix[0]
    ran = run(python, str(tmp_path / "a.py"), state=str(tmp_path))
    assert "(no source: the file was deleted or moved after the program had read it)" in ran.err
    (blame,) = ran.reports[0]["diagnosis"][0]["blame"][:1]
    assert "deleted or moved" in blame["source_missing"]


def test_a_file_that_is_no_source_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(BOOM)
    found = died(interpreter(11), str(tmp_path), "notes.txt")
    assert found.blame.source == () and "no source file" in found.blame.source_missing


@pytest.mark.representative("source that is in no file")
def test_a_file_that_was_exchanged_is_not_shown(tmp_path: Path) -> None:
    """Also where the frame is that of a module, which has no name of its own."""
    (tmp_path / "a.py").write_text("import ctypes\nctypes.string_at(7)\n")
    other = "SECRET = 1\nprint(SECRET)\n"
    text = f"open('a.py', 'w').write({other!r})\n"
    (tmp_path / "a.py").write_text(f"import ctypes\n{text}ctypes.string_at(7)\n")
    found = died(interpreter(11), str(tmp_path), "a.py")
    assert found.blame.source == () and "not what ran" in found.blame.source_missing
