"""Every program of the zoo through the command line: is the cause right, and the line?

No program's name or marker reaches the rules: they see the process alone.
"""

from __future__ import annotations

import functools
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile

import pytest

from support import zoo
from support.crossing import crossing, one_of_each
from support.interpreters import Interpreter, all_interpreters
from support.schema import validate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = zoo.programs()
BY_NAME = {program.name: program for program in PROGRAMS}
LIMIT_S = 100
OTHERS = {
    "in_generator": "stacks",
    "string_at_null": "addresses",
    "wild_address": "addresses",
    "pointer_index": "addresses",
    "mmap_closed": "addresses",
    "mmap_read_only": "addresses",
    "null_function": "addresses",
    "field_left_null": "addresses",
    "status_as_object": "addresses",
    "double_free": "libraries",
    "assert_text": "libraries",
    "divide_by_zero": "libraries",
    "without_gil": "the GIL",
    "handler_uses_python": "the GIL",
    "thread_state_put_away": "the GIL",
    "thread_recursion": "recursion",
    "deep_in_native_thread": "recursion",
    "item_released_twice": "damaged objects",
    "listener_gone": "damaged objects",
    "traverse_of_freed": "damaged objects",
    "deleted_in_eq": "damaged objects",
    "daemon_in_library": "the end",
}
"""Programs that are run on other interpreters, and of each what it asks of those."""


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory):
    return str(tmp_path_factory.mktemp("zoo_cache"))


@pytest.fixture
def environment(tmp_path, shared_cache):
    """No trace of this machine's user, and nothing left behind."""
    names = {
        "HOME": "home",
        "XDG_STATE_HOME": "state",
        "NUMBA_CACHE_DIR": "numba",
        "ZOO_NATIVE": "native",
    }
    for name in names.values():
        (tmp_path / name).mkdir()
    # Not below tmp_path: the fork server's socket lies there, and its path must be short.
    with tempfile.TemporaryDirectory(prefix="zoo-") as scratch:
        yield {
            **os.environ,
            **{key: str(tmp_path / name) for key, name in names.items()},
            "TMPDIR": scratch,
            "XDG_CACHE_HOME": shared_cache,
            "PYTHONPATH": os.path.join(ROOT, "src"),
        }


@functools.cache
def _has_module(python: str, name: str) -> bool:
    test = [python, "-c", f"import {name}"]
    return subprocess.run(test, capture_output=True, check=False).returncode == 0


def _make_ready(program, python: str, environment: dict[str, str]) -> None:
    """Compile what the program loads; a skip where something is missing."""
    lacks = zoo.missing(program, functools.partial(_has_module, python))
    if lacks:
        pytest.skip(lacks)
    zoo.compile_native(program, environment["ZOO_NATIVE"])


def _python_for(program) -> list[str]:
    """This interpreter, or the newest other one on which the program fails this way."""
    if program.fails_on(sys.version_info[1]):
        return [sys.executable]
    for other in reversed(all_interpreters()):
        if other.sysroot is None and program.fails_on(other.minor) and not other.free_threaded:
            return list(other.argv_prefix)
    pytest.skip(f"{program.name}: no interpreter of {program.marks['python']} is here")


def _limits(program):
    """What the program's process sets up for itself before it starts."""
    kind, _, amount = program.marks.get("limit", "").partition(":")

    def apply() -> None:
        if kind == "stack":
            hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (int(amount), hard))

    return apply


def _run_watched(program, python, environment, tmp_path) -> tuple[dict, int, str]:
    """(report, exit status, standard error) of `atfault run`."""
    output = tmp_path / "report.json"
    tool = [sys.executable, "-m", "atfault", "run", "--json", str(output), "--color", "never"]
    command = [*tool, "--", *python, program.path]
    if "small-shm" in program.listed("needs"):
        command = [*zoo.SMALL_SHM, zoo.SMALL_SHM_SCRIPT, "sh", *command]

    def go(command):
        return subprocess.run(
            command, env=environment, cwd=tmp_path, timeout=LIMIT_S, capture_output=True,
            text=True, errors="replace", check=False, preexec_fn=_limits(program),
        )  # fmt: skip

    if "cgroup" in program.listed("needs"):
        with zoo.MemoryGroup(200 << 20) as group:
            done = go([*group.enter_command(), *command])
    else:
        for _ in range(int(program.marks.get("runs", "1"))):
            done = go(command)
    assert output.exists(), f"no report; atfault said:\n{done.stderr[-2000:]}"
    return validate(output.read_text("utf-8")), done.returncode, done.stderr


def _judge(program, report, note) -> None:
    """Hold a report against the program's markers; note(right) keeps the score."""
    right = zoo.judged(program, report)
    note(right, report["diagnosis"][0]["confidence"])
    wrong = [what for what, good in right.items() if not good]
    told = json.dumps(report["diagnosis"], indent=1, ensure_ascii=False)
    assert not wrong, f"wrong: {wrong}; line {program.line} of {program.file} is marked\n{told}"


@pytest.mark.parametrize("program", zoo.marked(PROGRAMS))
def test_the_command_line_finds_cause_and_line(program, environment, tmp_path, score):
    python = _python_for(program)
    _make_ready(program, python[-1], environment)
    note = score("crashes", program.name)
    report, status, errors = _run_watched(program, python, environment, tmp_path)
    _judge(program, report, note)
    if "child" in program.marks:
        assert status == (0 if program.marks["child"] == "yes" else int(program.marks["child"]))
    else:
        assert 128 + getattr(signal, report["signal"]["name"]) == status
        assert f"{program.cause} (" in errors
    assert "internal error" not in errors and "rule " not in " ".join(report["warnings"])


def _dump_core(program, python, environment, tmp_path) -> str:
    """Let the program die with a core in tmp_path; skip where the kernel puts cores elsewhere."""
    with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as file:
        pattern = file.read().strip()
    if "/" in pattern or pattern.startswith("|") or not pattern.startswith("core"):
        pytest.skip(f"cores do not land in the working directory: core_pattern is {pattern}")

    def limits() -> None:
        _limits(program)()
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))

    subprocess.run(
        [*python, program.path], env=environment, cwd=tmp_path, timeout=LIMIT_S,
        capture_output=True, check=False, preexec_fn=limits,
    )  # fmt: skip
    cores = [name for name in os.listdir(tmp_path) if name.startswith("core")]
    if not cores:
        pytest.skip("no core was written (a limit on core files?)")
    return str(tmp_path / cores[0])


def _explain_core(core: str, environment, tmp_path) -> dict:
    output = tmp_path / "report.json"
    tool = [sys.executable, "-m", "atfault", "core", "--json", str(output), "--color", "never"]
    done = subprocess.run(
        [*tool, core], env=environment, timeout=LIMIT_S, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return validate(output.read_text("utf-8"))


def _by_core() -> list[zoo.Program]:
    """Of each cause and what it takes to make it; of those rather what `make test` runs."""
    fitting = [program for program in PROGRAMS if program.marks.get("core") == "yes"]
    fitting.sort(key=lambda one: not one.is_first)
    return one_of_each(fitting, lambda one: (one.cause, *one.listed("needs")))


@pytest.mark.parametrize("program", zoo.marked(_by_core()))
def test_a_core_file_tells_the_same(program, environment, tmp_path, score):
    python = _python_for(program)
    _make_ready(program, python[-1], environment)
    environment["TMPDIR"] = str(tmp_path)
    core = _dump_core(program, python, environment, tmp_path)
    note = score("crashes, by their cores", program.name)
    _judge(program, _explain_core(core, environment, tmp_path), note)


def _others() -> list[Interpreter]:
    return [
        other
        for other in all_interpreters()
        if other.sysroot is None and other.executable != os.path.realpath(sys.executable)
    ]


ON_FREE_THREADED = ("borrowed_item",)
"""Those that fail in another way, or elsewhere, on some of the other interpreters."""


@pytest.mark.parametrize(
    "other", [one for one in _others() if one.free_threaded], ids=lambda i: i.name
)
@pytest.mark.parametrize("name", ON_FREE_THREADED)
def test_free_threaded_builds_are_explained_as_well(name, other, environment, tmp_path, score):
    program = BY_NAME[name]
    _make_ready(program, other.argv_prefix[-1], environment)
    note = score("crashes of other interpreters", f"{name} ({other.name})")
    report, _, _ = _run_watched(program, list(other.argv_prefix), environment, tmp_path)
    _judge(program, report, note)


def _fails_on(name: str, other: Interpreter) -> bool:
    return BY_NAME[name].fails_on(other.minor, other.free_threaded)


@pytest.mark.parametrize("name, other", crossing(OTHERS, _others(), _fails_on))
def test_other_interpreters_are_explained_as_well(name, other, environment, tmp_path, score):
    program = BY_NAME[name]
    _make_ready(program, other.argv_prefix[-1], environment)
    note = score("crashes of other interpreters", f"{program.name} ({other.name})")
    report, _, _ = _run_watched(program, list(other.argv_prefix), environment, tmp_path)
    _judge(program, report, note)
