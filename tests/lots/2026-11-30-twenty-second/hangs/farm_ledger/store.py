"""A ledger with plain, synchronous methods over a store that is asynchronous."""

import asyncio
import threading

import greenback


class Disk:
    """Stands for a driver of a database that has coroutines only."""

    def __init__(self):
        self.rows = []

    async def write(self, row):
        await asyncio.sleep(0.05)
        self.rows.append(row)

    async def total(self, field):
        await asyncio.sleep(0.02)
        return sum(row[1] for row in self.rows if row[0] == field)


class Ledger:
    def __init__(self, disk):
        self._disk = disk
        self._lock = threading.RLock()
        self._cache = {}

    def harvest(self, field, tons):
        with self._lock:
            self._cache.pop(field, None)
            greenback.await_(self._disk.write((field, tons)))

    def total(self, field):
        with self._lock:
            if field not in self._cache:
                self._cache[field] = greenback.await_(self._disk.total(field))
            return self._cache[field]


class SyncLedger(Ledger):
    """The same for reports that run in threads as well, so with a lock that is no RLock."""

    def __init__(self, disk):
        super().__init__(disk)
        self._lock = threading.Lock()
