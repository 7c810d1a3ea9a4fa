"""What is started, and what is said where it cannot be."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from atfault.dap import program as module
from atfault.dap.connection import RequestFailed
from atfault.dap.launch import Launch
from atfault.dap.program import program
from atfault.errors import UsageError


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The working directory."""
    for name in ("a.py", "a b.py"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def gdb(monkeypatch: pytest.MonkeyPatch) -> None:
    find = module.shutil.which
    monkeypatch.setattr(
        module.shutil, "which", lambda name: "/usr/bin/gdb" if name == "gdb" else find(name)
    )


def test_debugpy_runs_in_the_interpreter_that_was_named() -> None:
    made = program(("a b.py", "--x"), python=sys.executable, environment={"A": "b"})
    command = made.gdb_command()
    at = command.index("--args") + 1
    assert command[at] == sys.executable
    assert command[-2:] == ["a b.py", "--x"]
    assert made.door.path in command and "--wait-for-client" in command
    made.door.close()
    assert not os.path.exists(made.door.path)
    assert made.environment["A"] == "b" and made.environment["NUMBA_DEBUGINFO"] == "1"


def test_the_program_gets_the_streams_it_is_given() -> None:
    made = program(("a.py",), python=sys.executable, descriptors=(7, 8, 9))
    assert any("[7, 8, 9]" in line for line in made.gdb_lines())


def test_an_interpreter_that_is_none_is_told() -> None:
    with pytest.raises(UsageError, match="no interpreter"):
        program(("a.py",), python="no-such-python")
    with pytest.raises(UsageError, match="does not run as an interpreter"):
        program(("a.py",), python="true")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (("missing.py", "--x"), "missing.py: there is no such script$"),
        (("sh", "a.py"), "there is no such script; SCRIPT alone is named, --python sh"),
        (("",), "'': there is no such script"),
        (("folder",), "without __main__.py"),
        ((sys.executable,), "no Python script"),
        (("-m",), "-m wants a module"),
        (("-c",), "-c wants code"),
        (("-m", "no_such_module"), "finds no module no_such_module"),
        (("-m", "no_such_module.part"), "finds no module no_such_module"),
        (("-m", ".part"), "finds no module"),
    ],
)
def test_what_no_interpreter_could_run_is_refused(
    script: tuple[str, ...], why: str, scripts: Path
) -> None:
    (scripts / "folder").mkdir()
    with pytest.raises(UsageError, match=why):
        program(script, python=sys.executable)


def test_modules_of_the_working_directory_and_the_environment_are_found_and_not_run(
    scripts: Path,
) -> None:
    elsewhere = scripts / "elsewhere"
    elsewhere.mkdir()
    (scripts / "here.py").write_text("raise SystemExit(1)")
    (elsewhere / "there.py").write_text("raise SystemExit(1)")
    program(("-m", "here"), python=sys.executable, folder=str(scripts)).door.close()
    variables = {"PYTHONPATH": str(elsewhere)}
    program(("-m", "there"), python=sys.executable, environment=variables).door.close()


def test_a_folder_or_an_archive_that_can_be_run_is_a_script(scripts: Path) -> None:
    (scripts / "app").mkdir()
    (scripts / "app" / "__main__.py").touch()
    program(("app",), python=sys.executable).door.close()


def test_without_gdb_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="apt-get install gdb"):
        program(("a.py",))


@pytest.mark.parametrize(
    ("arguments", "script"),
    [
        ({"program": "a.py", "args": ["1", 2]}, ("a.py", "1", "2")),
        ({"module": "pytest", "args": ["-x"]}, ("-m", "pytest", "-x")),
        ({"code": ["a = 1", "print(a)"]}, ("-c", "a = 1\nprint(a)")),
    ],
)
def test_an_editor_may_say_what_to_run(
    arguments: Any, script: tuple[str, ...], scripts: Path
) -> None:
    launch = Launch(python=sys.executable, keeps_streams=False)
    try:
        made = launch.program({**arguments, "env": {"A": 1}, "cwd": str(scripts)})
        assert made.command[-len(script) :] == script
        assert (made.environment["A"], made.folder) == ("1", str(scripts))
    finally:
        launch.close()


def test_a_request_that_names_nothing_is_refused() -> None:
    with pytest.raises(RequestFailed, match="program, module or code"):
        Launch().program({})


def test_what_an_editor_sets_goes_to_debugpy_if_debugpy_knows_it() -> None:
    launch = Launch(settings={"justMyCode": True})
    assert launch.unknown({"justMyCode": True, "type": "x", "__sessionId": "7"}) == ""
    said = launch.unknown({"justMyCod": True, "zzz": 1})
    assert "justMyCod (justMyCode?), zzz" in said
    told = launch.settings({"justMyCode": False, "stopOnEntry": True, "console": "x"})
    assert told["justMyCode"] is False and told["stopOnEntry"] is True
    assert "console" not in told and told["subProcess"] is False


def test_a_variable_that_is_null_is_not_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOT_WANTED", "1")
    launch = Launch(python=sys.executable)
    made = launch.program({"program": "a.py", "env": {"NOT_WANTED": None, "ONE": 1}})
    launch.close()
    assert "NOT_WANTED" not in made.environment and made.environment["ONE"] == "1"


def test_arguments_may_be_one_text() -> None:
    launch = Launch(python=sys.executable)
    made = launch.program({"program": "a.py", "args": "--name 'a b' c"})
    launch.close()
    assert made.command[-4:] == ("a.py", "--name", "a b", "c")
    for wrong in ({"args": 5}, {"env": [1]}):
        with pytest.raises(RequestFailed):
            launch.program({"program": "a.py", **wrong})


def test_all_that_the_program_wrote_is_told_in_whole_characters() -> None:
    told: list[tuple[str, str]] = []

    async def go() -> None:
        launch = Launch(python=sys.executable, keeps_streams=False)
        launch.on_output = lambda kind, text: told.append((kind, text))
        out = launch.program({"program": "a.py"}).descriptors[1]
        os.write(out, b"a\xc3")
        launch.drain()
        os.write(out, b"\xa9b")
        launch.started()
        launch.drain()
        launch.close()

    asyncio.run(go())
    assert "".join(text for _, text in told) == "a\u00e9b"
