"""A map over threads that gives results in the order of its input, with bounded memory."""

import queue
import threading
import time


class Slots:
    """Memory for results that are computed and not yet taken."""

    def __init__(self, number):
        self._free = threading.Semaphore(number)

    def take(self):
        self._free.acquire()

    def give_back(self):
        self._free.release()


class OrderedMap:
    END = object()

    def __init__(self, function, threads=3, slots=6):
        self.function = function
        self.jobs = queue.Queue()
        self.slots = Slots(slots)
        self.ready = {}
        self.arrived = threading.Condition()
        self.crew = [threading.Thread(target=self._work, daemon=True, name=f"scan-{n}") for n in range(threads)]

    def _work(self):
        while (job := self.jobs.get()) is not self.END:
            number, item, attempt = job
            try:
                value = self.function(item, attempt)
            except OSError:
                self.jobs.put((number, item, attempt + 1))
                continue
            self.slots.take()
            with self.arrived:
                self.ready[number] = value
                self.arrived.notify_all()

    def __call__(self, items):
        count = 0
        for count, item in enumerate(items, 1):
            self.jobs.put((count - 1, item, 0))
        for thread in self.crew:
            thread.start()
        for number in range(count):
            with self.arrived:
                self.arrived.wait_for(lambda: number in self.ready)
                value = self.ready.pop(number)
            self.slots.give_back()
            yield value
        for _ in self.crew:
            self.jobs.put(self.END)
