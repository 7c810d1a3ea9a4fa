"""A CPython that is newer than the tables: read by what it says of itself, with nothing made up.

The tables of a version that is here are hidden, and its programs are held against the truth that
they wrote down, as those of known versions are.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from atfault.cpython import debug_offsets, offsets, self_described
from atfault.cpython.runtime import PythonRuntime, PyThread
from atfault.cpython.search import find_runtime
from atfault.model.absent import Absent
from atfault.model.stacks import Location
from atfault.native.modules import load_modules
from atfault.snapshot.core import open_core
from atfault.snapshot.protocol import Snapshot
from support import hang_zoo, zoo
from support.crash_core import Crash, crash, remove
from support.crossing import crossing
from support.interpreters import Interpreter, all_interpreters
from support.schema import validate
from support.stopped_process import busy, stopped, wrong_calls
from support.unknown_version import SOURCES, hidden, without_tables

HERE = os.path.dirname(os.path.abspath(__file__))
STOPS = 25
LIMIT_S = 100
NOT_WHOLE = "is not one of the versions that atfault knows whole"
CRASHES = (
    "string_at_null",
    "in_generator",
    "wild_address",
    "pointer_index",
    "mmap_read_only",
    "null_function",
    "double_free",
    "without_gil",
    "thread_recursion",
    "item_released_twice",
    "traverse_of_freed",
)
HANGS = (
    "lock_twice",
    "rlocks",
    "asyncio_locks",
    "event_nobody_sets",
    "fork_with_lock",
    "import_under_lock",
    "join_before_drain",
    "silent_peer",
    "spin_on_attribute",
)
HEALTHY = ("contended_lock", "gate_of_methods", "number_grows", "lock_with_timeout", "pool_idle")


def unknown_interpreters() -> list[Any]:
    """Parameters: every interpreter that describes itself, and a skip by name where none is."""
    here = [one for one in all_interpreters() if one.minor >= 13]
    if not here:
        mark = pytest.mark.skip(reason="no CPython 3.13 or newer here")
        return [pytest.param(None, id="3.13+", marks=mark)]
    return [pytest.param(one, id=one.name) for one in here]


each_unknown = pytest.mark.parametrize("one", unknown_interpreters())
_cores: dict[str, Crash] = {}


@pytest.fixture(scope="module", autouse=True)
def _clean_up() -> Iterator[None]:
    yield
    for core in _cores.values():
        remove(core.folder)
    _cores.clear()


@pytest.fixture(params=unknown_interpreters())
def crashed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crash:
    """The program of this test, dead, once per interpreter."""
    one: Interpreter = request.param
    if one.name not in _cores:
        with open(os.path.join(HERE, "python_stacks_program.py"), encoding="utf-8") as file:
            _cores[one.name] = crash(one, file.read(), tmp_path_factory.mktemp("unknown"))
    return _cores[one.name]


@contextmanager
def opened(core: Crash, sysroot: str | None = None) -> Iterator[tuple[Snapshot, PythonRuntime]]:
    snapshot = open_core(core.core, sysroot=sysroot or core.interpreter.sysroot)
    with hidden(core.interpreter.minor):
        runtime = find_runtime(snapshot, load_modules(snapshot))
        assert isinstance(runtime, PythonRuntime), runtime
        yield snapshot, runtime


def main_thread(snapshot: Snapshot, runtime: PythonRuntime) -> PyThread:
    return next(t for t in runtime.threads() if t.native_tid == snapshot.threads[0].tid)


def places(thread: PyThread) -> list[tuple[str, str, Location]]:
    return [(f.code.qualname, f.code.filename, f.location) for f in thread.stack.frames]


# --- from a core ---


def test_names_and_lines_are_those_the_program_saw(crashed: Crash) -> None:
    with opened(crashed) as (snapshot, runtime):
        thread = main_thread(snapshot, runtime)
    assert thread.stack.stop_reason == ""
    assert [f"{f.code.name} {f.location.line}" for f in thread.stack.frames] == crashed.read(
        "names.txt"
    ).split("\n")


def test_all_is_as_the_tables_of_that_version_tell_it(crashed: Crash) -> None:
    """Files, columns, names of threads, marks on the C stack, release and folders as well."""
    with opened(crashed) as (_, runtime):
        threads, info = runtime.threads(), runtime.info()
    known = open_core(crashed.core, sysroot=crashed.interpreter.sysroot)
    whole = find_runtime(known, load_modules(known))
    if not isinstance(whole, PythonRuntime) or whole.left_out:
        pytest.skip(f"there is no table of CPython {crashed.interpreter.name} to compare with")
    assert len(threads) == len(whole.threads()) == 2
    for ours, theirs in zip(threads, whole.threads()):
        assert places(ours) == places(theirs)
        assert ours.stack.markers == theirs.stack.markers
        assert [f.is_entry for f in ours.stack.frames] == [f.is_entry for f in theirs.stack.frames]
        assert (ours.native_tid, ours.ident, ours.name, ours.is_daemon) == (
            theirs.native_tid,
            theirs.ident,
            theirs.name,
            theirs.is_daemon,
        )
    full = whole.info()
    assert (info.version, info.free_threaded) == (full.version, full.free_threaded)
    assert (info.prefix, info.stdlib) == (full.prefix, full.stdlib)


def test_the_core_alone_is_enough(crashed: Crash, tmp_path: object) -> None:
    with opened(crashed, sysroot=str(tmp_path)) as (snapshot, runtime):
        thread = main_thread(snapshot, runtime)
        names = {t.name for t in runtime.threads()}
    assert [f"{f.code.name} {f.location.line}" for f in thread.stack.frames] == crashed.read(
        "names.txt"
    ).split("\n")
    assert names == {"MainThread", "wartet-\u00fc"}


def test_what_is_private_is_left_out_and_said(crashed: Crash) -> None:
    with opened(crashed) as (_, runtime):
        gil, info, warnings = runtime.gil(), runtime.info(), runtime.warnings
    assert not gil.known and gil.holder_tid is None
    assert NOT_WHOLE in info.left_out
    assert any(NOT_WHOLE in text and "locks" in text for text in warnings)


# --- of a running process ---


@each_unknown
def test_a_process_stopped_anywhere_never_shows_a_wrong_stack(
    one: Interpreter, tmp_path: object
) -> None:
    chance = random.Random(one.minor)
    wrong: list[str] = []
    unread = 0
    with busy(one, str(tmp_path)) as (pid, lines):
        for _ in range(STOPS):
            time.sleep(chance.random() * 0.01)
            with stopped(pid) as snapshot, hidden(one.minor):
                runtime = find_runtime(snapshot, load_modules(snapshot))
                if isinstance(runtime, Absent):
                    unread += 1
                    continue
                threads = runtime.threads()
            assert len({t.native_tid for t in threads}) == 3
            for thread in threads:
                wrong += wrong_calls(thread, lines)
    assert wrong == []
    assert unread <= STOPS // 10


# --- through the command line ---


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    native = str(tmp_path_factory.mktemp("unknown_native"))
    hang_zoo.compile_natives(native)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(SOURCES),
        "XDG_STATE_HOME": str(tmp_path_factory.mktemp("unknown_state")),
        "ZOO_NATIVE": native,
    }


def told(report: dict[str, Any]) -> str:
    return json.dumps([(f["cause"], f["confidence"], f["summary"]) for f in report["diagnosis"]])


def python_lines(report: dict[str, Any], file: str) -> set[int]:
    return {
        frame["line"]
        for thread in report["threads"]
        for frame in thread["frames"]
        if frame["kind"] == "python" and os.path.basename(frame["file"]) == os.path.basename(file)
    }


def says_so(report: dict[str, Any]) -> bool:
    return any(NOT_WHOLE in text for text in report["warnings"])


OWN = [one for one in all_interpreters() if one.minor >= 13 and one.sysroot is None]


PROGRAMS = {program.name: program for program in zoo.programs()}
HANGING = {
    program.name: program
    for kind in ("hang", "healthy")
    for program in hang_zoo.programs(kind)
    if program.name in HANGS + HEALTHY
}


def fails_on(name: str, one: Interpreter) -> bool:
    return PROGRAMS[name].fails_on(one.minor, one.free_threaded)


def each_on_some(names: tuple[str, ...], **options: Any) -> pytest.MarkDecorator:
    pairs = crossing(dict.fromkeys(names, "all"), OWN, **options)
    return pytest.mark.parametrize("name, one", pairs)


@each_on_some(CRASHES, fits=fails_on)
def test_a_crash_has_its_line_and_no_wrong_cause_for_certain(
    name: str, one: Interpreter, environment: dict[str, str], tmp_path: Any
) -> None:
    program = PROGRAMS[name]
    lacks = zoo.missing(program, lambda module: False)
    if lacks:
        pytest.skip(lacks)
    zoo.compile_native(program, environment["ZOO_NATIVE"])
    output = tmp_path / "report.json"
    command = [*without_tables(one.minor), "run", "--json", str(output), "--color", "never", "--"]
    done = subprocess.run(
        [*command, *one.argv_prefix, program.path],
        env=environment,
        cwd=tmp_path,
        timeout=LIMIT_S,
        capture_output=True,
        text=True,
        check=False,
    )
    assert output.exists(), done.stderr[-2000:]
    report = validate(output.read_text("utf-8"))
    sure = {f["cause"] for f in report["diagnosis"] if f["confidence"] == "certain"}
    assert sure <= {program.cause}, told(report)
    assert says_so(report)
    assert program.line is None or program.line in python_lines(report, program.file)
    unread = {one["rule"] for one in report["not_checked"]}
    causes = {finding["cause"] for finding in report["diagnosis"]}
    assert {"use-after-free", "refcount-corruption"} <= unread | causes


def look_at(program: Any, one: Interpreter, environment: dict[str, str]) -> dict[str, Any]:
    """The report of `attach` on a program of the zoo."""
    running = hang_zoo.Running(program, [*one.argv_prefix, program.path], environment)
    try:
        problem = running.wait_until_settled()
        assert not problem, problem
        command = [*without_tables(one.minor), "attach", "--watch", "1", "--json", "-"]
        done = subprocess.run(
            [*command, str(running.pid)],
            env=environment,
            timeout=LIMIT_S,
            capture_output=True,
            check=False,
        )
    finally:
        running.kill()
    assert done.returncode == 0, done.stderr[-2000:]
    return validate(done.stdout)


@each_on_some(HANGS)
def test_a_hang_has_its_stacks_and_no_wrong_cause_for_certain(
    name: str, one: Interpreter, environment: dict[str, str]
) -> None:
    program = HANGING[name]
    report = look_at(program, one, environment)
    sure = {f["cause"] for f in report["diagnosis"] if f["confidence"] == "certain"}
    assert sure <= {program.cause}, told(report)
    assert says_so(report)
    assert python_lines(report, program.file)


@each_on_some(HEALTHY)
def test_a_healthy_program_is_not_told_to_hang(
    name: str, one: Interpreter, environment: dict[str, str]
) -> None:
    program = HANGING[name]
    report = look_at(program, one, environment)
    claims = [f["cause"] for f in report["diagnosis"] if f["confidence"] != "possible"]
    assert all(cause in hang_zoo.HARMLESS for cause in claims), told(report)
    assert says_so(report)


# --- a table with more in it, or less ---

JUNK = (0, 8, 72, 7352, 1 << 40)
TRIED = 60
"""Words of the table; those of strs and bytes come after, and are few."""
OPTIONAL = {
    "native_thread_id",
    "tlbc_index",
    "co_tlbc",
    "modules",
    "sysdict",
    "builtins",
    "ht_cached_keys",
}
BELIEVED = ("PyInterpreterState", "PyThreadState", "_PyInterpreterFrame", "PyCodeObject")


def test_numbers_put_in_or_taken_out_are_passed_over_or_nothing_is_believed(crashed: Crash) -> None:
    with opened(crashed) as (snapshot, runtime):
        known, _ = offsets.newest(crashed.interpreter.free_threaded)
    truth, start = runtime.offsets, runtime.address + debug_offsets.HEADER
    words = snapshot.memory.u64s(start, self_described.WORDS)
    more = [(*words[:i], junk, *words[i:]) for junk in JUNK for i in range(TRIED)]
    less = [(*words[:i], *words[i + 1 :]) for i in range(TRIED)]
    wrong = []
    read = 0
    for number, changed in enumerate([*more, *less]):
        found = self_described.describe(
            snapshot.memory, runtime.address, changed, snapshot.threads, known
        )
        if isinstance(found, Absent):
            continue
        read += number < len(more)
        for name in BELIEVED:
            missing = truth[name].keys() - found[name].keys()
            if not missing <= OPTIONAL or any(
                truth[name].get(field) != value for field, value in found[name].items()
            ):
                wrong.append((number, name, found[name], truth[name]))
    assert wrong == []
    assert read >= len(more) * 0.8


def test_a_table_of_anything_is_told_in_bounded_time(crashed: Crash) -> None:
    with opened(crashed) as (snapshot, runtime):
        known, _ = offsets.newest(crashed.interpreter.free_threaded)
    start = runtime.address + debug_offsets.HEADER
    words = snapshot.memory.u64s(start, self_described.WORDS)
    chance = random.Random(crashed.interpreter.minor)
    for _ in range(20):
        mixed = [*words[:45]]
        chance.shuffle(mixed)
        found = self_described.describe(
            snapshot.memory, runtime.address, (*mixed, *words[45:]), snapshot.threads, known
        )
        assert isinstance(found, Absent)
