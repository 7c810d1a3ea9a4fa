"""atfault without what few need: everything else works, and what does not says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from atfault.cli.main import COMMANDS, main
from atfault.extras import EXTRAS, LZ4, Extra, command, how_to_get, means, missing

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).parents[2]
MODULES = [name for extra in EXTRAS for name in extra.modules]


def project() -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def extras_of_the_project() -> dict[str, list[Requirement]]:
    found = project()["optional-dependencies"]
    assert isinstance(found, dict)
    return {name: list(map(Requirement, wanted)) for name, wanted in found.items()}


@pytest.mark.parametrize("extra", EXTRAS, ids=[one.name for one in EXTRAS])
def test_an_extra_installs_what_it_says(extra: Extra) -> None:
    wanted = extras_of_the_project()[extra.name]
    assert [one.name for one in wanted] == list(extra.modules)
    for one, minor, machine in product(wanted, range(10, 16), ("x86_64", "aarch64")):
        here = {"python_version": f"3.{minor}", "platform_machine": machine}
        marked = one.marker is None or one.marker.evaluate(here)
        assert marked == bool(command(extra, (3, minor), machine)), (one.name, here)


def test_the_full_extra_is_all_of_them_and_the_tests_have_all_but_one() -> None:
    found = extras_of_the_project()
    (whole,) = found["full"]
    assert whole.name == project()["name"]
    assert whole.extras == {one.name for one in EXTRAS}
    light = {one.name for one in EXTRAS} - {"dask"}  # 40 MB, which what is light leaves out
    assert any(one.extras == light for one in found["test"])
    assert any("dask" in one.extras for one in found["test-all"])


def test_nothing_of_an_extra_is_installed_without_it() -> None:
    wanted = project()["dependencies"]
    assert isinstance(wanted, list)
    assert not {Requirement(one).name for one in wanted} & set(MODULES)


def test_every_command_is_there_without_any_extra() -> None:
    code = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({MODULES!r}))\n"
        "from atfault.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for arguments in (["--help"], *([name, "--help"] for name in COMMANDS)):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            capture_output=True,
            text=True,
            env=environment,
        )
        assert done.returncode == 0 and "usage: atfault" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("absent", "names"),
    [
        (("debugpy",), "debugpy is"),
        (("pygdbmi",), "pygdbmi is"),
        (("debugpy", "pygdbmi"), "debugpy and pygdbmi are"),
    ],
)
@pytest.mark.parametrize("arguments", [("--stdio",), ("x.py",)])
def test_debug_without_its_extra_is_one_line_that_names_it(
    absent: tuple[str, ...],
    names: str,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["debug", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"atfault: debug: {names} not installed: pip install 'atfault[debug]'\n"


def test_a_program_does_for_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lz4", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing(LZ4) == ("lz4",) and means(LZ4) == ""
    assert how_to_get(LZ4).startswith("install the program lz4")
    program = tmp_path / "lz4"
    program.touch(0o700)
    assert means(LZ4) == str(program)
