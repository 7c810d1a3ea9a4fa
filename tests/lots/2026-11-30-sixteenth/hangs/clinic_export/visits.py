import asyncio
from collections import defaultdict


class Visits:
    """What the practice knows of its visits; lives on the loop, nothing here is thread-safe."""

    def __init__(self):
        self._rows = defaultdict(list)
        self._lock = asyncio.Lock()

    async def add(self, patient, minutes):
        async with self._lock:
            self._rows[patient].append(minutes)

    async def of(self, patient):
        async with self._lock:
            await asyncio.sleep(0)
            return tuple(self._rows[patient])

    def patients(self):
        return sorted(self._rows)
