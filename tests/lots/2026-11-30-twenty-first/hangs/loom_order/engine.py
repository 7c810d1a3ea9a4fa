"""Runs steps in an order that their needs allow, as many at once as there are threads."""

import graphlib
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from steps import STEPS


class Engine:
    def __init__(self, threads=2):
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="loom")
        self.log = []

    def run(self, lot):
        order = graphlib.TopologicalSorter({name: after for name, (_, after, _) in STEPS.items()})
        order.prepare()
        going = {}
        while order.is_active():
            for name in order.get_ready():
                function, _, when = STEPS[name]
                if when is not None and not when(lot):
                    self.log.append(f"{name} left out")
                    continue
                going[self.pool.submit(function, lot)] = name
            done, _ = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
                order.done(going.pop(future))
        return lot

    def close(self):
        self.pool.shutdown()
