import queue
import time

import trio


class Resizer:
    """Makes thumbnails in a thread, since that takes long."""

    def __init__(self):
        self.inbox = queue.Queue()
        self.done = []

    def work(self):
        while True:
            name = self.inbox.get()  # <-- here
            if name is None:
                return len(self.done)
            time.sleep(0.05)
            self.done.append(name)


async def clock():
    while True:
        await trio.sleep(1)


async def upload(names):
    resizer = Resizer()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(clock)
        for name in names[:3]:
            resizer.inbox.put(name)
        count = await trio.to_thread.run_sync(resizer.work)  # <-- here
        for name in names[3:]:
            resizer.inbox.put(name)
        resizer.inbox.put(None)
        print(count, "thumbnails")
        nursery.cancel_scope.cancel()


trio.run(upload, [f"img{i}.png" for i in range(10)])
