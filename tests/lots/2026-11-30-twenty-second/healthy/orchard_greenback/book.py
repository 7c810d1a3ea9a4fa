"""A book of an orchard with plain methods, which greenback makes wait on the loop."""

import asyncio
from contextlib import contextmanager

import greenback


class Disk:
    def __init__(self, seconds):
        self.seconds = seconds
        self.rows = []

    async def write(self, row):
        await asyncio.sleep(self.seconds)
        self.rows.append(row)
        return len(self.rows)


class Book:
    def __init__(self, disk):
        self._disk = disk
        self._lock = asyncio.Lock()

    @contextmanager
    def _locked(self):
        greenback.await_(self._lock.acquire())
        try:
            yield
        finally:
            self._lock.release()

    def enter(self, tree, kilos):
        with self._locked():
            return greenback.await_(self._disk.write((tree, kilos)))

    @property
    def kilos(self):
        return sum(kilos for _, kilos in self._disk.rows)


def plain(function):
    """Makes a coroutine function of a plain one that may use the portal."""

    async def run(*args):
        await greenback.ensure_portal()
        return function(*args)

    return run
