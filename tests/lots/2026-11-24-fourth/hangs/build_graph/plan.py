"""How long does it take to build everything? Each target is looked at once, by whoever is first."""

import concurrent.futures
import functools
import logging
import threading
import time

import cachetools
from estimates import Estimates
from recipes import BOOK

logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
log = logging.getLogger("plan")


def traced(function):
    @functools.wraps(function)
    def wrapper(planner, name):
        log.info("looks at %s", name)
        started = time.monotonic()
        result = function(planner, name)
        log.info("%s took %.1f s", name, time.monotonic() - started)
        return result

    return wrapper


class Planner:
    def __init__(self, book):
        self.book = book
        self.cache = cachetools.LRUCache(maxsize=500)
        self.condition = threading.Condition()

    @cachetools.cachedmethod(
        lambda self: self.cache,
        key=lambda self, name: name,
        condition=lambda self: self.condition,
    )
    @traced
    def seconds(self, name):
        recipe = self.book[name]
        time.sleep(0.05)
        return recipe.seconds + max((self.seconds(need) for need in recipe.needs), default=0)

    def all(self):
        with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="planner") as pool:
            return dict(zip(self.book, pool.map(self.seconds, self.book)))


def main():
    Estimates(BOOK).start()
    for name, seconds in Planner(BOOK).all().items():
        print(f"{name:8} {seconds:.1f}")


if __name__ == "__main__":
    main()
