"""ATFAULT=1: a program that somebody else starts is watched."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.run_command import SOURCE, TIMEOUT, environment

SWITCH = "import atfault_probe.switch\n"  # as atfault.pth has it done by `site`


def run(
    folder: Path, code: str, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    program = folder / "program.py"
    program.write_text(SWITCH + code)
    return subprocess.run(
        [sys.executable, "-u", str(program), *arguments],
        env={**environment(str(folder)), **variables},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )


CRASH = "import ctypes, os, sys\nprint(os.getppid(), sys.argv[1:])\nctypes.string_at(0)\n"


def test_its_crash_is_explained_and_its_starter_sees_no_other_process(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(SWITCH + CRASH)
    with subprocess.Popen(
        [sys.executable, "-u", str(program), "a b"],
        env={**environment(str(tmp_path)), "ATFAULT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 128 + signal.SIGSEGV
    assert out == f"{process.pid} ['a b']\n"
    assert "null-dereference (certain)" in err and "program.py:4" in err


@pytest.mark.parametrize("value", ["", "0", "off", "watched"])
def test_it_is_off_unless_asked(tmp_path: Path, value: str) -> None:
    done = run(tmp_path, CRASH, ATFAULT=value)
    assert (done.returncode, done.stderr) == (-signal.SIGSEGV, "")


def test_options_are_those_of_run(tmp_path: Path) -> None:
    done = run(tmp_path, CRASH, ATFAULT="1", ATFAULT_OPTIONS="--json 'a report.json'")
    assert done.returncode != 0
    assert (tmp_path / "a report.json").exists(), done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--nonsense", "--nonsense"),
        ("--hang-kill", "goes with --hang-after"),
        ("--json '", "No closing quotation"),
    ],
)
def test_options_that_are_none_do_not_keep_the_program_from_running(
    tmp_path: Path, options: str, said: str
) -> None:
    done = run(tmp_path, "print('ran')\n", ATFAULT="1", ATFAULT_OPTIONS=options)
    assert (done.returncode, done.stdout) == (0, "ran\n")
    assert said in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("module", ["atfault.looking", "atfault.cli.run", "atfault.cli.watch"])
def test_where_a_module_of_ours_is_broken_the_program_runs_and_a_line_says_so(
    tmp_path: Path, module: str
) -> None:
    shutil.copytree(Path(SOURCE, "atfault"), tmp_path / "ours" / "atfault")
    shutil.copytree(Path(SOURCE, "atfault_probe"), tmp_path / "ours" / "atfault_probe")
    broken = tmp_path / "ours" / f"{module.replace('.', '/')}.py"
    broken.write_text("raise ImportError('it is broken')\n")
    code = "import sys\nprint('ran')\nsys.exit(4)\n"
    variables = {"ATFAULT": "1", "PYTHONPATH": str(tmp_path / "ours"), "ATFAULT_DEBUG": ""}
    done = run(tmp_path, code, **variables)
    assert (done.returncode, done.stdout) == (4, "ran\n"), done.stderr
    assert "it is broken" in done.stderr and len(done.stderr.splitlines()) == 1


def test_where_no_report_can_be_saved_it_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = run(tmp_path, CRASH, ATFAULT="1", XDG_STATE_HOME=str(tmp_path / "file"))
    assert done.returncode == 128 + signal.SIGSEGV
    assert "null-dereference (certain)" in done.stderr and "Traceback" not in done.stderr
    assert "report not saved in" in done.stderr, done.stderr
    fine = run(tmp_path, "print('ran')\n", ATFAULT="1", XDG_STATE_HOME=str(tmp_path / "file"))
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "ran\n", "")


ENTER = {
    "no ptrace": (
        sys.executable,
        os.path.join(os.path.dirname(SOURCE), "tests", "support", "refuse_ptrace.py"),
        "errno",
    ),
    "a full disk": (
        *("unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c"),
        "mount -t tmpfs -o size=16k none disk; head -c 1M /dev/zero >disk/filled; "
        'XDG_STATE_HOME=$PWD/disk TMPDIR=$PWD/disk exec "$0" "$@"',
    ),
    "no home": ("env", "-u", "HOME"),
}
TOLD = {
    "no ptrace": "a seccomp filter forbids ptrace",
    "a full disk": "report not saved in",
    "no home": "null-dereference (certain)",
}


@pytest.mark.parametrize("way", ENTER)
def test_a_service_in_a_poor_place_runs_and_dies_as_it_would(tmp_path: Path, way: str) -> None:
    if way == "a full disk" and subprocess.run([*ENTER[way][:2], "true"]).returncode:
        pytest.skip("no namespace can be made here")
    (tmp_path / "disk").mkdir()
    (tmp_path / "program.py").write_text(SWITCH + CRASH)
    done = subprocess.run(
        [*ENTER[way], sys.executable, "-u", "program.py"],
        env={**environment(str(tmp_path)), "ATFAULT": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode in (128 + signal.SIGSEGV, -signal.SIGSEGV), done.stderr
    assert done.stdout.count("\n") == 1 and "program.py:4" in done.stderr
    assert TOLD[way] in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_its_own_status_and_output_are_as_before(tmp_path: Path) -> None:
    code = "import sys\nprint(sys.stdin.read() or 'nothing')\nsys.exit(4)\n"
    done = run(tmp_path, code, ATFAULT="1")
    assert (done.returncode, done.stdout, done.stderr) == (4, "nothing\n", "")


def test_a_command_of_ours_is_none_of_these_programs(tmp_path: Path) -> None:
    code = "import subprocess, sys, os\n"
    variables = {**environment(str(tmp_path)), "ATFAULT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "list"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode in (0, 1) and "watched" not in done.stderr + code


def test_a_signal_for_it_reaches_the_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        SWITCH + "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *of: sys.exit(7))\n"
        "print('ready', flush=True)\n"
        "time.sleep(100)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-u", str(program)],
        env={**environment(str(tmp_path)), "ATFAULT": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(TIMEOUT) == 7
