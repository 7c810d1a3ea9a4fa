"""Documents that are edited by several users at once, with a lock that a task may take twice."""

import asyncio
import contextlib
import dataclasses
import itertools
import logging

log = logging.getLogger("store")


class ReentrantLock:
    """As asyncio.Lock, but the task that has it may take it again."""

    def __init__(self):
        self._lock = asyncio.Lock()
        self._owner = None
        self._depth = 0

    async def __aenter__(self):
        task = asyncio.current_task()
        if self._owner is not task:
            await self._lock.acquire()  # <-- here
            self._owner = task
        self._depth += 1

    async def __aexit__(self, *error):
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._lock.release()


@dataclasses.dataclass
class Document:
    title: str
    lines: list = dataclasses.field(default_factory=list)
    version: int = 0


class Store:
    def __init__(self):
        self.documents = {}
        self.lock = ReentrantLock()
        self.saved = 0

    async def open(self, title):
        async with self.lock:
            return self.documents.setdefault(title, Document(title))

    async def edit(self, title, number, text):
        async with self.lock:
            document = await self.open(title)
            while len(document.lines) <= number:
                document.lines.append("")
            document.lines[number] = text
            document.version += 1

    async def save(self, document):
        await asyncio.sleep(0.01)
        async with self.lock:  # <-- here
            self.saved += 1
            return document.version

    async def save_all(self):
        """All documents in one state."""
        async with self.lock:
            return await asyncio.gather(*map(self.save, self.documents.values()))  # <-- here


async def user(store, name, pause):
    for number in itertools.count():
        await store.edit(f"notes of {name}", number % 20, f"line {number}")
        await asyncio.sleep(pause)


async def autosave(store, every):
    while True:
        await asyncio.sleep(every)
        log.info("saved %s", await store.save_all())


async def heartbeat(store):
    while True:
        await asyncio.sleep(1)
        log.info("%d documents, %d times saved", len(store.documents), store.saved)


async def main():
    store = Store()
    async with asyncio.TaskGroup() as group:
        group.create_task(user(store, "ada", 0.05), name="ada")
        group.create_task(user(store, "ben", 0.08), name="ben")
        group.create_task(autosave(store, 1.5), name="autosave")
        group.create_task(heartbeat(store), name="heartbeat")
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(0)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
