import asyncio
import contextlib
import json


class Rates:
    """Who listens has a queue; whoever publishes puts into all of them."""

    def __init__(self):
        self.listeners = set()
        self.published = 0

    @contextlib.contextmanager
    def listening(self):
        queue = asyncio.Queue(100)
        self.listeners.add(queue)
        try:
            yield queue
        finally:
            self.listeners.discard(queue)

    def publish(self, **rates):
        self.published += 1
        for queue in self.listeners:
            queue.put_nowait(rates)

    async def events(self):
        with self.listening() as queue:
            while True:
                rates = await queue.get()
                yield f"data: {json.dumps(rates)}\n\n"
