"""`atfault run --again`: the second look must come nearer to the first wrong step than the first.

The programs of tests/zoo/again die far from the line that is at fault, which their marker names.
`settings` is a word of what must have been used.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from support import needs, zoo
from support.run_command import ATFAULT, SOURCE, run
from support.schema import validate_parsed
from support.terminal import Terminal

FOLDER = os.path.join(zoo.FOLDER, "again")
PYTHON = sys.executable
PROGRAMS = [
    zoo._program(os.path.join(FOLDER, name))
    for name in sorted(os.listdir(FOLDER))
    if name.endswith(".py")
]
OVERRUN = """
import ctypes
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
blocks = [libc.malloc(2000) for _ in range(4)]
for block in blocks:
    ctypes.memset(block, 1, 2048)
for block in blocks:
    libc.free(block)
"""


def needs_compiler() -> None:
    """For the guard pages."""
    needs.found("cc", "gcc", "clang")


def has_module(name: str) -> bool:
    return subprocess.run([PYTHON, "-c", f"import {name}"], capture_output=True).returncode == 0


@pytest.mark.representative("run --again", only=("malloc_overrun",))
@pytest.mark.parametrize("program", zoo.marked(PROGRAMS))
def test_the_second_look_finds_the_first_wrong_step(program, tmp_path, score):
    lacks = zoo.missing(program, has_module)
    if lacks:
        pytest.skip(lacks)
    if "guard" in program.marks["settings"]:
        needs_compiler()
    zoo.compile_native(program, str(tmp_path))
    note = score("crashes, run again", program.name)
    ran = run(
        PYTHON,
        program.path,
        state=str(tmp_path),
        options=("--again",),
        env={"ZOO_NATIVE": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    (report,) = ran.reports
    validate_parsed(report)
    right = _right(program, report)
    note(right, report["diagnosis"][0]["confidence"])
    wrong = [what for what, good in right.items() if not good]
    assert not wrong, f"wrong: {wrong}\n{json.dumps(report['diagnosis'], indent=1)}"
    assert report["signal"]["name"] in program.signals
    assert any(128 + number == ran.code for number in (6, 11))


def _right(program, report) -> dict[str, bool]:
    """What was asked → whether the report of the second run has it right."""
    first = report["diagnosis"][0]
    blame = first["blame"][0] if first["blame"] else {"file": "", "line": None}
    words = first["summary"] + " ".join(e["text"] for e in first["evidence"])
    names = program.listed("names")
    base = os.path.basename(program.path)
    return {
        "cause": first["cause"] == program.cause,
        "confidence": first["confidence"] == "certain",
        "line": (os.path.basename(blame["file"]), blame["line"]) == (base, program.line),
        "settings": program.marks["settings"] in words and "without these settings" in words,
        "words": all(text in words for text in program.listed("text")),
        "names": not names or any(name in words for name in names),
    }


@pytest.mark.representative("run --again")
def test_the_output_and_the_exit_status_are_those_of_the_first_run(tmp_path):
    code = "import os; print(os.environ.get('PYTHONMALLOC', 'plain'), flush=True); os.abort()"
    ran = run(PYTHON, "-c", code, state=str(tmp_path), options=("--again",))
    assert (ran.code, ran.out) == (134, "plain\n")
    assert "running it again with" in ran.err


def test_a_program_that_ends_well_is_not_run_again(tmp_path):
    code = f"open({str(tmp_path / 'runs')!r}, 'a').write('x')"
    ran = run(PYTHON, "-c", code, state=str(tmp_path), options=("--again",))
    assert (ran.code, ran.reports) == (0, ())
    assert (tmp_path / "runs").read_text() == "x"
    assert "it did not crash" in ran.err


def test_an_earlier_report_stands_in_when_it_does_not_crash_again(tmp_path):
    needs_compiler()
    flag = tmp_path / "crashed"
    code = f"import os\nif os.path.exists({str(flag)!r}): os._exit(3)\n{OVERRUN}"
    earlier = run(PYTHON, "-c", code, state=str(tmp_path))
    assert earlier.code == 134
    again = code.replace("os._exit(3)", "libc = None").replace("libc = None", "os._exit(3)")
    flag.write_text("")
    ran = run(PYTHON, "-c", again, state=str(tmp_path), options=("--again",))
    assert ran.code == 3
    assert "report 1 is of a time when it did" in ran.err
    assert any("did not crash" in warning for warning in ran.reports[-1]["warnings"])


def test_causes_that_a_second_look_cannot_add_to_are_not_run_again(tmp_path):
    code = f"import os; open({str(tmp_path / 'runs')!r}, 'a').write('x'); os.kill(os.getpid(), 9)"
    ran = run(PYTHON, "-c", code, state=str(tmp_path), options=("--again",))
    assert ran.code == 137
    assert (tmp_path / "runs").read_text() == "x"
    assert any("not run again" in warning for warning in ran.reports[-1]["warnings"])


def test_a_file_on_standard_input_is_read_from_the_same_place_again(tmp_path):
    needs_compiler()
    lines = tmp_path / "input"
    lines.write_text("skipped\n41\n")
    seen = tmp_path / "seen"
    code = f"import sys, os\nopen({str(seen)!r}, 'a').write(os.read(0, 100).decode())\n{OVERRUN}"
    with open(lines) as file:
        os.lseek(file.fileno(), len("skipped\n"), os.SEEK_SET)
        run(PYTHON, "-c", code, state=str(tmp_path), options=("--again",), stdin=file)
    assert set(seen.read_text().splitlines()) == {"41"}
    assert seen.read_text().count("41") >= 2


def test_what_was_read_from_a_pipe_is_said_to_be_gone(tmp_path):
    command = [*ATFAULT, "run", "--again", "--", PYTHON, "-c", f"input()\n{OVERRUN}"]
    done = subprocess.run(
        command,
        input="one\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": SOURCE, "XDG_STATE_HOME": str(tmp_path)},
    )
    assert done.returncode == 134
    assert "standard input is a pipe" in " ".join(done.stderr.split())


def test_without_a_compiler_that_is_said(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python").symlink_to(PYTHON)
    ran = run(
        PYTHON, "-c", OVERRUN, state=str(tmp_path), options=("--again",), env={"PATH": str(folder)}
    )
    assert ran.code == 134
    assert any("no C compiler" in warning for warning in ran.reports[-1]["warnings"])
    assert len(ran.reports[-1]["again"]) == 1


def auto(tmp_path, *argv, **more):
    return run(*argv, state=str(tmp_path), options=("--again=auto",), **more)


def test_unasked_the_better_finding_leads_and_the_output_comes_once(tmp_path):
    needs_compiler()
    ran = auto(tmp_path, PYTHON, "-c", f"print('once', flush=True)\n{OVERRUN}")
    assert (ran.code, ran.out) == (134, "once\n")
    assert ran.err.count("running it again") == 1
    finding = ran.reports[-1]["diagnosis"][0]
    assert finding["confidence"] == "certain" and finding["under_guard"]
    assert finding["blame"][0]["line"] == 9
    words = " ".join(one["text"] for one in finding["evidence"])
    assert "asked for at <string>:7" in words and "without these settings" in words


WORKER = """
import os, sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
def job(): {how}
with ProcessPoolExecutor(1) as pool:
    try: pool.submit(job).result()
    except BrokenProcessPool: {then}
"""


@pytest.mark.parametrize("option", ["--again", "--again=auto"])
@pytest.mark.parametrize("then", ["raise", "pass"])
def test_a_worker_that_left_by_itself_is_told_of_once(tmp_path, option, then):
    path = tmp_path / "report.json"
    code = WORKER.format(how="os._exit(5)", then=then)
    ran = run(
        *(PYTHON, "-c", code),
        state=str(tmp_path),
        options=(option, "--json", str(path)),
    )
    assert ran.code == (1 if then == "raise" else 0)
    assert len(ran.reports) == 1 and "running it again" not in ran.err
    assert ran.err.count("worker-died (certain)") == (1 if then == "raise" else 0)
    assert json.loads(path.read_text())["diagnosis"] == ran.reports[0]["diagnosis"]


def test_unasked_a_workers_damage_is_found_in_a_further_run_of_the_program(tmp_path):
    needs_compiler()
    script = tmp_path / "job.py"
    script.write_text(
        WORKER.format(how="exec(BODY, {})", then="pass").replace(
            "import os, sys", f"BODY = {OVERRUN!r}"
        )
    )
    ran = auto(tmp_path, PYTHON, str(script))
    assert ran.code == 0 and len(ran.reports) == 2
    advice = ran.reports[0]["diagnosis"][0]["advice"][-1]
    assert advice["is_again"] and advice["command"].endswith("job.py")
    assert ran.reports[1]["diagnosis"][0]["under_guard"]


def test_unasked_nothing_is_said_of_a_program_that_ends_well(tmp_path):
    runs = tmp_path / "runs"
    ran = auto(tmp_path, PYTHON, "-c", f"open({str(runs)!r}, 'a').write('x')")
    assert (ran.code, ran.err, ran.reports) == (0, "", ())
    assert runs.read_text() == "x"


@pytest.mark.parametrize(
    "end", ["import ctypes; ctypes.string_at(8)", "import os; os.abort()", "raise ValueError"]
)
def test_unasked_what_is_clear_is_not_run_again(tmp_path, end):
    runs = tmp_path / "runs"
    ran = auto(tmp_path, PYTHON, "-c", f"open({str(runs)!r}, 'a').write('x')\n{end}")
    assert ran.code in (139, 134, 1) and "running it again" not in ran.err
    assert runs.read_text() == "x"


@pytest.mark.parametrize("reads", [True, False])
def test_unasked_a_program_that_has_read_a_file_is_not_run_again(tmp_path, reads):
    needs_compiler()
    lines = tmp_path / "input"
    lines.write_text("one\n")
    runs = tmp_path / "runs"
    code = f"import os\nopen({str(runs)!r}, 'a').write('x')\n" + "os.read(0, 9)\n" * reads + OVERRUN
    with open(lines) as file:
        ran = auto(tmp_path, PYTHON, "-c", code, stdin=file)
    warnings = " ".join(ran.reports[-1]["warnings"])
    assert (len(runs.read_text()) > 1) is not reads
    assert ("it has read its standard input" in warnings) is reads


def test_unasked_a_program_whose_input_is_a_pipe_is_not_run_again(tmp_path):
    code = f"print('x', flush=True)\n{OVERRUN}"
    done = subprocess.run(
        [*ATFAULT, "run", "--again=auto", "--", PYTHON, "-c", code],
        input="one\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": SOURCE, "XDG_STATE_HOME": str(tmp_path)},
    )
    assert done.returncode == 134 and "running it again" not in done.stderr
    words = " ".join(done.stderr.split())
    assert "nobody knows whether it has read it" in words and "atfault run --again" in words


@pytest.mark.parametrize("reads", [True, False])
def test_unasked_a_program_that_has_read_from_the_terminal_is_not_run_again(tmp_path, reads):
    needs_compiler()
    script = tmp_path / "overrun.py"
    script.write_text("print('up', flush=True)\n" + "input()\n" * reads + OVERRUN)
    env = {**os.environ, "PYTHONPATH": SOURCE, "XDG_STATE_HOME": str(tmp_path)}
    with Terminal(env) as terminal:
        terminal.type(" ".join([*ATFAULT, "run", "--again=auto", "--", PYTHON, str(script)]) + "\n")
        terminal.wait_for("\nup\n")
        if reads:
            terminal.type("text\n")
        shown = terminal.wait_for("saved as report 1")
    words = " ".join(shown.split())
    assert ("it has read from the terminal" in words) is reads
    assert ("running it again with checks" in words) is not reads
    assert "\nup\n" not in shown, "what the further runs print is not shown"


def test_nothing_is_left_behind(tmp_path):
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    run(
        PYTHON,
        "-c",
        OVERRUN,
        state=str(tmp_path),
        options=("--again",),
        env={"TMPDIR": str(temporary)},
    )
    assert os.listdir(temporary) == []
