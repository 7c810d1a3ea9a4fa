"""An atlas with plug-ins, which are loaded when they are asked for."""

import concurrent.futures
import importlib
import logging
import sys

log = logging.getLogger("atlas")


class Atlas:
    def __init__(self):
        self.pool = concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="plugin")
        self.loaded = {}

    def ask(self, plugin, function):
        module = importlib.import_module(f"plugins.{plugin}")
        self.loaded[plugin] = module
        return getattr(module, function)()

    def answers(self, questions):
        futures = {self.pool.submit(self.ask, *question): question for question in questions}
        for future in concurrent.futures.as_completed(futures):
            yield futures[future], future.result()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    atlas = Atlas()
    for question, answer in atlas.answers([("heights", "highest"), ("names", "describe"), ("heights", "highest")]):
        log.info("%s: %s", question, answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
