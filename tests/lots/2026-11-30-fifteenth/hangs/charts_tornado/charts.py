import json
import math
import time
from concurrent.futures import ThreadPoolExecutor

from tornado.concurrent import run_on_executor


class Charts:
    """Charts and their series; all slow work is on the executor."""

    executor = ThreadPoolExecutor(max_workers=3, thread_name_prefix="charts")

    def __init__(self, points=200):
        self.points = points
        self.cache = {}

    def _series(self, name):
        time.sleep(0.2)
        phase = sum(map(ord, name)) % 17
        return [round(math.sin(phase + i / 9), 4) for i in range(self.points)]

    @run_on_executor
    def chart(self, name):
        if name not in self.cache:
            time.sleep(0.2)
            values = self.executor.submit(self._series, name).result()
            self.cache[name] = {
                "name": name,
                "low": min(values),
                "high": max(values),
                "values": values,
            }
        return json.dumps(self.cache[name])
