import functools
import logging
import time
from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("desk")


def logged(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        started = time.perf_counter()
        try:
            return method(self, *args)
        finally:
            log.info("%s%r: %.0f ms", method.__name__, args, 1000 * (time.perf_counter() - started))

    return wrapper


class Desk:
    def __init__(self, hall, clerks=3):
        self.hall = hall
        self.pool = ThreadPoolExecutor(clerks, thread_name_prefix="clerk")

    def ask_the_printer(self):
        time.sleep(0.15)

    @logged
    def swap(self, first, second):
        self.hall.swap(first, second, self.ask_the_printer)
        return first, second

    def swap_all(self, wishes):
        return list(self.pool.map(lambda wish: self.swap(*wish), wishes))
