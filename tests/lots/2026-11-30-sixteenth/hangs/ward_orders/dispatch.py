import itertools
import logging
import queue
import threading
from dataclasses import dataclass, field
from typing import Any, Callable

log = logging.getLogger("dispatch")

NOW, SOON, LATER = 0, 5, 9


@dataclass(order=True)
class Entry:
    urgency: int
    number: int
    what: Callable | None = field(compare=False)
    about: Any = field(compare=False, default=None)


class Dispatcher:
    """Some threads that take orders by urgency, and within that by the time they came."""

    def __init__(self, threads):
        self.orders = queue.PriorityQueue()
        self.numbers = itertools.count()
        self.failed = []
        self.threads = [threading.Thread(target=self._work, name=f"porter-{n}") for n in range(threads)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        return False

    def give(self, what, about=None, urgency=SOON):
        self.orders.put(Entry(urgency, next(self.numbers), what, about))

    def close(self):
        for _ in self.threads:
            self.give(None, urgency=NOW)
        self.orders.join()
        for thread in self.threads:
            thread.join()

    def _work(self):
        while True:
            entry = self.orders.get()
            try:
                if entry.what is None:
                    return
                entry.what(entry.about)
            except Exception as error:
                self.failed.append((entry.about, error))
                log.exception("order %d", entry.number)
            finally:
                self.orders.task_done()
