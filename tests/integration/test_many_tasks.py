"""Tasks that are alike are found out about once, and those that only look alike each for itself."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from atfault.analyze.live import decoded
from atfault.model.state import ProcessState
from atfault.options import Options
from atfault.snapshot.target import Target

TASKS = 12_000
PROGRAM = f"""
import asyncio

async def nap(event):
    await event.wait()

async def rest(seconds):
    await asyncio.sleep(seconds)

async def main():
    first, second = asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(nap(first), name="first") for _ in range({TASKS})]
    tasks += [asyncio.create_task(nap(second), name="second") for _ in range(300)]
    tasks += [asyncio.create_task(rest(1000 + i), name=f"rest-{{i}}") for i in range(300)]
    tasks += [asyncio.create_task(asyncio.wait_for(nap(first), 900), name="limited")]
    await asyncio.sleep(0.1)
    print("READY", flush=True)
    await asyncio.gather(*tasks)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessState]:
    script = tmp_path_factory.mktemp("many") / "many.py"
    script.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "READY\n"
        with Target(process.pid) as target:
            yield decoded(target, Options(lines=False))[1]
    finally:
        process.kill()
        process.communicate()


def test_each_task_is_told_with_its_own_event(state: ProcessState) -> None:
    keys: dict[str, Counter[str]] = {"first": Counter(), "second": Counter()}
    for task in state.waiting.tasks:
        if task.name in keys:
            assert task.wait is not None and task.wait.resource is not None
            keys[task.name][task.wait.resource.key] += 1
            assert task.wait.timeout is False
    assert list(keys["first"].values()) == [TASKS]
    assert list(keys["second"].values()) == [300]
    assert not keys["first"].keys() & keys["second"].keys()


def test_each_sleep_is_told_with_its_own_seconds(state: ProcessState) -> None:
    told = {task.name: task.waits_for for task in state.waiting.tasks if "rest-" in task.name}
    assert told == {f"rest-{i}": f"asyncio.sleep({1000 + i})" for i in range(300)}


def test_a_limit_of_one_task_is_none_of_those_at_the_same_line(state: ProcessState) -> None:
    (limited,) = [task for task in state.waiting.tasks if task.name == "limited"]
    assert limited.wait is not None and limited.wait.timeout is True
