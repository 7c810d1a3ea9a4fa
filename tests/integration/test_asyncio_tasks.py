"""Tasks of two event loops, alive and in a core, held against asyncio.all_tasks() and the chains of
cr_await that the program wrote down; with asyncio in C and in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from atfault.cpython import search
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.asyncio_tasks import pending
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.decode.waiting.failed_tasks import failed_tasks
from atfault.model.waits import AsyncTask
from atfault.options import Options
from support.hung_programs import HungProgram, decoded, hanging
from support.interpreters import Interpreter, every_interpreter, other_releases


@pytest.fixture(scope="module", params=[*every_interpreter(), *other_releases()])
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HungProgram]:
    interpreter: Interpreter = request.param
    folder = str(tmp_path_factory.mktemp("tasks"))
    with hanging(interpreter, "asyncio_tasks_program.py", folder, "tasks.json") as hung:
        yield hung


def read(program: HungProgram, way: str) -> tuple[AsyncTask, ...]:
    with program.opened(way) as snapshot:
        found = decoded(snapshot)
        assert isinstance(found.runtime, PythonRuntime), found.runtime
        world = World(found.runtime, found.threads, lambda file: "asyncio_tasks" in file)
        return pending(TaskReader(world))


def check(program: HungProgram, found: tuple[AsyncTask, ...]) -> None:
    total = 0
    for loop in program.log:
        for name, expected in loop["tasks"].items():
            (task,) = [t for t in found if t.name == name and t.tid == loop["thread"]]
            total += 1
            assert task.state == "pending"
            frames = [[f.function.rpartition(".")[2], f.line] for f in task.frames]
            assert frames[: len(expected["frames"])] == expected["frames"], name
            # asyncio's Future in Python is awaited through a generator, which the program's own
            # look past `async for` does not reach.
            assert all(f[0] == "__await__" for f in frames[len(expected["frames"]) :]), name
            if expected["waits_for"]:
                said = re.sub(r" \(0x[0-9a-f]+\)", "", task.waits_for)
                assert said.startswith(expected["waits_for"]), name
            assert (task.runner is not None) == name.endswith("executor"), name
            assert task.awaited and task.loop and not task.has_come
            assert task.frames[0].mine
    assert total == len(found) and total > 40


def test_thread_states_tell_who_runs_which_loop(program: HungProgram) -> None:
    with program.opened("live") as snapshot:
        found = decoded(snapshot)
        assert isinstance(found.runtime, PythonRuntime), found.runtime
        reader = TaskReader(World(found.runtime, found.threads))
        told = {task.loop: task.tid for task in pending(reader)}
        assert told and reader.running_loops == told


@pytest.mark.representative("tasks of asyncio")
@pytest.mark.parametrize("way", ["live", "core"])
def test_every_pending_task_is_found_with_its_await_chain(program: HungProgram, way: str) -> None:
    check(program, read(program, way))


def test_tasks_of_a_3_10_of_an_unknown_patch_release_are_left_out_and_said_to_be(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from support.interpreters import interpreter

    monkeypatch.setattr(search, "release_from_text", lambda area: None)
    with hanging(
        interpreter(10), "asyncio_tasks_program.py", str(tmp_path), "tasks.json"
    ) as program:
        with program.opened("live") as snapshot:
            runtime = decoded(snapshot).runtime
            assert isinstance(runtime, PythonRuntime)
            assert runtime.version == (3, 10, -1)
            assert [line for line in runtime.warnings if "FutureObj, TaskObj" in line]
        assert read(program, "live") == ()


@pytest.mark.parametrize("interpreter", every_interpreter())
def test_tasks_whose_thread_has_ended_are_found(interpreter: Interpreter, tmp_path: object) -> None:
    if interpreter.minor < 14:
        pytest.skip("tasks are in one list for all threads")
    with hanging(interpreter, "orphaned_task_program.py", str(tmp_path), "tasks.json") as program:
        (task,) = read(program, "live")
    assert (task.name, task.tid) == ("orphan", None)
    assert [frame.function for frame in task.frames] == ["orphan", "sleep"]


@pytest.mark.parametrize("interpreter", every_interpreter())
def test_a_task_whose_exception_nobody_asked_for_is_known_and_no_other(
    interpreter: Interpreter, tmp_path: object
) -> None:
    if interpreter.minor > 13:
        pytest.skip("from 3.14 on a task is forgotten as it ends")
    with (
        hanging(interpreter, "failed_task_program.py", str(tmp_path), "tasks.json") as program,
        program.opened("live") as snapshot,
    ):
        found = decoded(snapshot)
        assert isinstance(found.runtime, PythonRuntime), found.runtime
        reader = TaskReader(World(found.runtime, found.threads))
        pending(reader)
        (one,) = failed_tasks(found.runtime, reader.failed, Options())
    assert (one.name, one.error) == ("unseen", "ValueError(1)")
    assert [(place.function, place.line) for place in one.places] == [("fails", 11)]
