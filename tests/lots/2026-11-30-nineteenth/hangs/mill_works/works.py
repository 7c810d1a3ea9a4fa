"""Makes all steps of a recipe, as soon as what they need is there."""

import collections
import threading
from concurrent.futures import ThreadPoolExecutor

import picologging as logging

log = logging.getLogger("works")


class Works:
    def __init__(self, hands=3):
        self._pool = ThreadPoolExecutor(hands, thread_name_prefix="hand")
        self._lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self._pool.shutdown()

    def make(self, steps):
        return Batch(self._pool, self._lock, steps).run()


class Batch:
    def __init__(self, pool, lock, steps):
        self._pool = pool
        self._lock = lock
        self._steps = {step.name: step for step in steps}
        self._missing = {step.name: len(step.needs) for step in steps}
        self._users = collections.defaultdict(set)
        for step in steps:
            for need in step.needs:
                self._users[need].add(step.name)
        self._made = {}
        self._error = None
        self._all = threading.Event()

    def run(self):
        for name, missing in list(self._missing.items()):
            if not missing:
                self._begin(name)
        self._all.wait()
        if self._error is not None:
            raise self._error
        return self._made

    def _begin(self, name):
        log.info("begin %s", name)
        self._pool.submit(self._work, self._steps[name])

    def _work(self, step):
        try:
            result = step.make()
        except Exception as error:
            self._error = error
            self._all.set()
            return
        ready = []
        with self._lock:
            self._made[step.name] = result
            for user in self._users[step.name]:
                self._missing[user] -= 1
                if self._missing[user] == 0:
                    ready.append(user)
            if len(self._made) == len(self._steps):
                self._all.set()
        for name in ready:
            self._begin(name)
