"""Stages of a pipeline: each is a thread between two queues."""

import queue
import threading

END = object()


class Stage(threading.Thread):
    def __init__(self, name, work, source, room=2):
        super().__init__(name=name, daemon=True)
        self.work = work
        self.source = source
        self.target = queue.Queue(room)

    def run(self):
        while (item := self.source.get()) is not END:
            self.target.put(self.work(item))
        self.target.put(END)


def pipeline(items, *works):
    first = queue.Queue(2)

    def fill():
        for item in items:
            first.put(item)
        first.put(END)

    threading.Thread(target=fill, name="fill", daemon=True).start()
    source = first
    for work in works:
        stage = Stage(work.__name__, work, source)
        stage.start()
        source = stage.target
    while (item := source.get()) is not END:
        yield item
