"""The board of arrivals: updates come into a queue, and workers put them onto the board."""

import dataclasses
import logging

import tornado.queues

log = logging.getLogger("board")


@dataclasses.dataclass
class Update:
    train: str
    minutes: int


class Board:
    def __init__(self, workers):
        self.rows = {}
        self.updates = tornado.queues.Queue(maxsize=50)
        self.workers = workers

    def start(self, loop):
        for _ in range(self.workers):
            loop.spawn_callback(self.work)

    async def work(self):
        async for update in self.updates:
            self.apply(update)
            self.updates.task_done()

    def apply(self, update):
        row = self.rows[update.train]
        row["late"] = row.get("late", 0) + update.minutes

    def add(self, train, due):
        self.rows[train] = {"due": due}

    async def settled(self):
        """Comes back when all updates are on the board."""
        await self.updates.join()  # <-- here
