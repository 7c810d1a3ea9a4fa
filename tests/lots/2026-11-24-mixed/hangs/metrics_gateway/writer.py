import asyncio
import json
import time


class Writer:
    """Collects points and writes them in batches."""

    def __init__(self, path, size=50):
        self._path = path
        self._size = size
        self._points = asyncio.Queue()
        self._task = None
        self.written = 0

    async def __aenter__(self):
        self._task = asyncio.create_task(self._run(), name="writer")
        return self

    async def __aexit__(self, *exc_info):
        await self._task  # <-- here

    def add(self, name, value):
        self._points.put_nowait({"name": name, "value": value, "at": time.time()})

    async def _run(self):
        batch = []
        while True:
            batch.append(await self._points.get())  # <-- here
            if len(batch) >= self._size:
                await asyncio.to_thread(self._write, batch)
                batch = []

    def _write(self, batch):
        with open(self._path, "a") as file:
            for point in batch:
                file.write(json.dumps(point) + "\n")
        self.written += len(batch)
