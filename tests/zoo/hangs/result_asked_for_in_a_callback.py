# hang: cause=self-deadlock confidence=certain|likely python=3.8-3.15 text=callback
import threading
import time
from multiprocessing.pool import ThreadPool


class Kiln:
    def __init__(self, pool):
        self.pool = pool
        self.good = []

    def fire(self, clay):
        def fired(pot):
            if self.pool.apply(is_whole, (pot,)):  # <-- here
                self.good.append(pot)

        return self.pool.apply_async(baked, (clay,), callback=fired)


def baked(clay):
    time.sleep(0.05)
    return f"baked {clay}"


def is_whole(pot):
    return "crack" not in pot


def beat():
    while True:
        time.sleep(0.1)


threading.Thread(target=beat, daemon=True).start()
kiln = Kiln(ThreadPool(2))
pots = [kiln.fire(clay) for clay in ("red", "white")]
time.sleep(0.3)
print("READY", flush=True)
for pot in pots:
    pot.wait()
