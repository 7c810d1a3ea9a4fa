import threading
import time
from concurrent.futures import ThreadPoolExecutor

local = threading.local()


def warm(seconds):
    time.sleep(seconds)
    local.oven = threading.current_thread().name


def bake(loaf):
    time.sleep(8)
    return f"{loaf} in {local.oven}"


class Bakery:
    def __init__(self, ovens):
        self.pool = ThreadPoolExecutor(ovens, "oven", initializer=warm, initargs=(11,))

    def day(self, loaves):
        with self.pool:
            yield from self.pool.map(bake, loaves)


if __name__ == "__main__":
    for line in Bakery(2).day(["rye", "spelt", "oat", "wheat", "corn", "barley", "millet", "potato", "white", "black"]):
        print(line, flush=True)
