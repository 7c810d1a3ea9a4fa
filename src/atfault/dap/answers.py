"""Questions by their numbers, until their answers come: requests to debugpy, commands to gdb."""

from __future__ import annotations

import asyncio
from typing import Any

Answer = dict[str, Any]


class Pending:
    """Those that have no answer yet."""

    def __init__(self) -> None:
        self._futures: dict[int, asyncio.Future[Answer]] = {}

    def __bool__(self) -> bool:
        return bool(self._futures)

    def ask(self, number: int) -> asyncio.Future[Answer]:
        """The answer that will come."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._futures[number] = future
        return future

    def answer(self, number: object, answer: Answer | Exception) -> None:
        """An answer to nothing is dropped, and so is one that nobody waits for any more."""
        future = self._futures.pop(number, None) if isinstance(number, int) else None
        if future is not None:
            _settle(future, answer)

    def fail(self, error: Exception) -> None:
        """No more answers will come."""
        for future in self._futures.values():
            _settle(future, error)
        self._futures.clear()


def failed(error: Exception) -> asyncio.Future[Answer]:
    """The answer to a question that cannot be asked."""
    future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    _settle(future, error)
    return future


def _settle(future: asyncio.Future[Answer], answer: Answer | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
        future.exception()  # whoever asked may be gone
    else:
        future.set_result(answer)
