"""Which threads that go on could end the waits of others, on every interpreter of this machine, held
against what the program itself says of each pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync import apart
from atfault.cpython.sync.apart import with_apart
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.waiting import python_waits
from atfault.model.waits import Wait
from atfault.native.waits import syscall_name
from support.hung_programs import HungProgram, decoded, hanging
from support.interpreters import Interpreter, every_interpreter

OWN = "apart_program.py"


class Seen(NamedTuple):
    """What atfault sees of the program."""

    pairs: list[dict[str, Any]]
    waits: dict[int, Wait]


@pytest.fixture(scope="module", params=every_interpreter())
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HungProgram]:
    interpreter: Interpreter = request.param
    folder = str(tmp_path_factory.mktemp("apart"))
    with hanging(interpreter, OWN, folder, "pairs.json") as hung:
        yield hung


@pytest.fixture(scope="module")
def seen(program: HungProgram) -> Seen:
    with pytest.MonkeyPatch.context() as patch, program.opened("live") as snapshot:
        patch.setattr(apart, "_MAX_CREWS", 500)
        patch.setattr(apart, "_MAX_WAITED", 500)
        found = decoded(snapshot)
        runtime = found.runtime
        assert isinstance(runtime, PythonRuntime), runtime
        natives = {one.thread.tid: getattr(one.native, "frames", ()) for one in found.threads}
        calls = {t.tid: syscall_name(snapshot, t, natives[t.tid]) for t in snapshot.threads}
        world = World(runtime, found.threads, lambda file: file.endswith(OWN), calls)
        return Seen(program.log, with_apart(world, python_waits(world)))


@pytest.mark.representative("threads apart")
def test_who_could_end_a_wait_is_not_apart_from_it(seen: Seen) -> None:
    wrong = [one["name"] for one in seen.pairs if one["ends"] and is_apart(seen, one)]
    assert not wrong


@pytest.mark.representative("threads apart")
def test_who_goes_on_and_could_not_end_a_wait_is_apart_from_it(seen: Seen) -> None:
    wrong = [one["name"] for one in seen.pairs if not one["ends"] and not is_apart(seen, one)]
    assert not wrong


def is_apart(seen: Seen, pair: dict[str, Any]) -> bool:
    return pair["other"] in seen.waits[pair["waits"]].apart
