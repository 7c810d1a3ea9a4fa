"""An import tried in a child: its time is up, its children, its output."""

from __future__ import annotations

import os
import sys
import time

import pytest

from atfault.cli.explain_module import MAX_TAIL, try_import
from atfault.errors import AccessError
from atfault.options import Options


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module that can be imported, and gives its name."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def write(text: str) -> str:
        (tmp_path / "tried.py").write_text(text)
        return "tried"

    return write


def test_one_that_never_ends_is_ended_when_its_time_is_up(module):
    name = module("import time; time.sleep(600)")
    tried = try_import(sys.executable, name, 1.0, Options())
    assert tried.status is None and tried.handed is None and tried.seconds < 30


def test_what_it_has_started_ends_with_it(module, tmp_path):
    told = tmp_path / "pid"
    name = module(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(told)!r}, 'w').write(str(child.pid))\n"
    )
    assert try_import(sys.executable, name, 60.0, Options()).status == 0
    for _ in range(200):
        try:
            with open(f"/proc/{told.read_text()}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] in "ZX":
                    return
        except OSError:
            return
        time.sleep(0.05)
    raise AssertionError("its child goes on")


def test_its_exception_is_handed_over_with_what_was_loaded(module):
    tried = try_import(sys.executable, module("import no_such_module_x"), 60.0, Options())
    assert tried.status == 1 and tried.handed is not None
    assert tried.handed.exception.error.is_a("ModuleNotFoundError")
    assert any(".so" in path for path in tried.handed.loaded)


def test_its_output_is_kept_away_and_only_its_end_in_memory(module, capfd):
    name = module("import sys\nsys.stderr.write('x' * 3_000_000 + 'the end')\nprint('out')\n")
    tried = try_import(sys.executable, name, 60.0, Options())
    assert tried.status == 0 and len(tried.printed) <= MAX_TAIL
    assert tried.printed.endswith("the end")
    assert capfd.readouterr() == ("", "")


def test_it_may_close_its_standard_error(module):
    tried = try_import(sys.executable, module("import os; os.close(2)"), 60.0, Options())
    assert tried.status == 0 and tried.printed == ""


def test_an_interpreter_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(AccessError, match="cannot start"):
        try_import(os.path.join(tmp_path, "python"), "json", 5.0, Options())
