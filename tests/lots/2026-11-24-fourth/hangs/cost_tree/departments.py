"""The departments of a company, and what they cost."""

import concurrent.futures
import functools
import time

pool = concurrent.futures.ThreadPoolExecutor(8, thread_name_prefix="costs")


class Department:
    def __init__(self, name, salaries, *parts):
        self.name, self.salaries, self.parts = name, salaries, parts

    @functools.cached_property
    def own(self):
        time.sleep(0.1)
        return sum(self.salaries)

    @functools.cached_property
    def total(self):
        futures = [pool.submit(getattr, part, "total") for part in self.parts]
        return self.own + sum(future.result() for future in futures)

    def __repr__(self):
        return f"<{self.name}>"
