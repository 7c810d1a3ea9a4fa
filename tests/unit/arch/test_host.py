"""On which machines atfault looks into programs, and what is left on the others."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import types

import pytest

import atfault
from atfault import arch
from atfault.arch import by_machine, host, of_this_machine
from atfault.arch.host import Host, require_supported, this_host, why_unsupported
from atfault.cli.main import COMMANDS, command, main
from atfault.errors import UnsupportedInput, UnsupportedMachine

OURS = Host("linux", "x86_64", 64, "glibc")
OTHERS = {
    "riscv64": (OURS._replace(machine="riscv64"), "this machine is riscv64"),
    "32-bit machine": (OURS._replace(machine="i686", bits=32), "this machine is i686"),
    "32-bit Python": (OURS._replace(bits=32), "this Python is a 32-bit program"),
    "another C library": (OURS._replace(libc="another"), "this Python uses another"),
    "another system": (OURS._replace(system="darwin"), "this system is darwin"),
}
ARGUMENTS = {
    "run": ["run", "true"],
    "core": ["core", "x.core"],
    "attach": ["attach", "1"],
    "stress": ["stress", "x.py:f"],
    "numba": ["numba", "x.py"],
    "debug": ["debug", "x.py"],
    "handler": ["handler", "status"],
    "mcp": ["mcp"],
}
"""What looks into programs."""


@pytest.fixture(params=list(OTHERS))
def elsewhere(request, monkeypatch):
    there, why = OTHERS[request.param]
    monkeypatch.setattr(host, "this_host", lambda: there)
    return why


def test_here_it_is_supported():
    assert this_host() == OURS
    assert why_unsupported(OURS) == why_unsupported(OURS._replace(libc="musl")) == ""
    require_supported()
    assert of_this_machine().name == by_machine(62).name


def test_on_aarch64_its_own_registers_are_read(monkeypatch):
    there = OURS._replace(machine="aarch64")
    monkeypatch.setattr(host, "this_host", lambda: there)
    monkeypatch.setattr(arch, "this_host", lambda: there)
    require_supported()
    assert of_this_machine().name == by_machine(183).name
    with pytest.raises(UnsupportedMachine, match="works on x86-64 alone"):
        host.require_x86_64("the debugger")


@pytest.mark.parametrize("name", ARGUMENTS)
def test_what_looks_into_programs_is_refused_in_one_line_before_anything_starts(
    elsewhere, name, monkeypatch, capsys
):
    chosen = type(command(name))
    monkeypatch.setattr(chosen, "run", lambda *_: pytest.fail("it was begun"))
    assert main(ARGUMENTS[name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert elsewhere in err
    assert host.NEEDED in err
    assert "explain, show and list work here" in err


def test_every_command_says_whether_it_looks_into_programs():
    assert {name for name in COMMANDS if command(name).looks_inside} == set(ARGUMENTS)


def test_texts_and_saved_reports_are_read_all_the_same(elsewhere, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    log = tmp_path / "log"
    log.write_text("x.c:1:10: fatal error: zlib.h: No such file or directory\n")
    report = tmp_path / "report.json"
    assert main(["explain", str(log), "--json", str(report)]) == 0
    assert main(["show", str(report)]) == 0
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert "missing-header" in out
    assert err == ""


def test_help_is_shown_everywhere(elsewhere, capsys):
    assert main(["run", "--help"]) == 0
    assert "usage: atfault run" in capsys.readouterr().out


def test_registers_are_never_taken_for_those_of_another_machine(elsewhere):
    with pytest.raises(UnsupportedMachine):
        of_this_machine()


@pytest.mark.parametrize(
    ("name", "confstr", "triplet", "libc"),
    [
        ("CS_GNU_LIBC_VERSION", "glibc 2.36", "x86_64-linux-gnu", "glibc"),
        ("", "", "x86_64-linux-musl", "musl"),
        (None, "", "", "another C library"),
    ],
)
def test_the_c_library_is_the_one_that_answers(monkeypatch, name, confstr, triplet, libc):
    def answer(asked):
        if name is None:
            raise ValueError("unrecognized configuration name")
        return confstr if asked == name else None

    monkeypatch.setattr(os, "confstr", answer)
    monkeypatch.setattr(sys, "implementation", types.SimpleNamespace(_multiarch=triplet))
    assert this_host().libc.startswith(libc)


@pytest.mark.parametrize("machine", ["aarch64", "armv7l", "s390x"])
def test_the_kernel_says_which_machine_it_is(monkeypatch, machine):
    monkeypatch.setattr(os, "uname", lambda: types.SimpleNamespace(machine=machine))
    assert this_host().machine == machine


def test_foreign_programs_and_cores_are_told_by_name():
    with pytest.raises(UnsupportedInput, match=r"^a core of ARM; "):
        by_machine(40)
    with pytest.raises(UnsupportedInput, match=r"^process 12 is a program of ELF machine 77; "):
        by_machine(77, "process 12 is a program")


def test_every_module_can_be_imported_on_another_machine():
    """Numbers of system calls, registers and so on are asked for when they are needed."""
    names = [
        one.name
        for one in pkgutil.walk_packages(atfault.__path__, "atfault.")
        if not one.name.endswith("__main__")
    ]
    assert len(names) > 400
    script = (
        "import os, sys, importlib\n"
        "told = os.uname()\n"
        "os.uname = lambda: os.uname_result(('Linux', 'x', told.release, '', 'aarch64'))\n"
        "os.confstr = lambda name: None\n"
        "failed = []\n"
        "for name in sys.argv[1:]:\n"
        "    try:\n"
        "        importlib.import_module(name)\n"
        "    except Exception as error:\n"
        "        failed.append((name, repr(error)))\n"
        "sys.exit(str(failed) if failed else 0)\n"
    )
    path = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-c", script, *names],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
