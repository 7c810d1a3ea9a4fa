"""Cores read by the workers of a Dask cluster: a map over files, which the workers see by the same
paths. Each worker has atfault installed, in this version, and reads a core as we do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from atfault import lazy
from atfault.errors import AccessError, UsageError
from atfault.extras import DASK, how_to_get, missing
from atfault.model.triage import Unread
from atfault.triage.inputs import Input
from atfault.triage.known import from_plain, to_plain
from atfault.triage.reading import MAX_WORDS, Answer, read_core
from atfault.version import __version__

CONNECT_SECONDS = 20


def check_farm() -> None:
    """Raises UsageError where the package is missing."""
    if missing(DASK):
        raise UsageError(f"--dask: the package distributed is not installed: {how_to_get(DASK)}")


def read_by_dask(
    address: str, cores: Iterable[Input], sysroot: str | None
) -> Iterator[tuple[Input, Answer]]:
    """As `reading.read_cores`. Raises AccessError where no scheduler answers, or its workers have
    another atfault."""
    distributed = lazy.load("distributed")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, RuntimeError, distributed.TimeoutError) as error:
        raise AccessError(f"no scheduler of Dask answers at {address}: {error}") from None
    with client:
        _check_workers(client, address, distributed.TimeoutError)
        there = None if sysroot is None else os.path.abspath(sysroot)
        asked = {
            client.submit(read_there, os.path.abspath(one.path), one.seen, there, pure=False): one
            for one in cores
        }
        for done in distributed.as_completed(list(asked)):
            yield asked[done], _answer(done, asked[done])


def _check_workers(client: Any, address: str, late: type[Exception]) -> None:
    """late: what is raised after too long a wait. Raises AccessError."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        told = client.run(version_there, on_error="return")
    except (OSError, RuntimeError, late) as error:
        raise AccessError(f"no worker of the scheduler at {address} answers: {error}") from None
    for worker, version in told.items():
        if version != __version__:
            raise AccessError(
                f"atfault {__version__} is wanted on all workers, and on {worker} it is {version}: "
                f"install it there"
            )


def _answer(done: Any, one: Input) -> Answer:
    error = done.exception()
    if error is not None:
        words = f"its worker failed: {type(error).__name__}: {error}"
        return Unread(one.path, words[:MAX_WORDS])
    return from_plain(done.result())


def read_there(path: str, seen: float, sysroot: str | None) -> dict[str, Any]:
    """In the worker. Plain values come back: none of our classes goes through a scheduler."""
    return to_plain(read_core(path, seen, sysroot))


def version_there() -> str:
    """In the worker."""
    return __version__
