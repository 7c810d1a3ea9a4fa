# healthy: python=3.8-3.15
import threading
import time
from multiprocessing.pool import ThreadPool


class Kiln:
    def __init__(self, pool, checks):
        self.pool, self.checks = pool, checks
        self.good = []

    def fire(self, clay):
        def fired(pot):
            if self.checks.apply(is_whole, (pot,)):
                self.good.append(pot)

        return self.pool.apply_async(baked, (clay,), callback=fired)


def baked(clay):
    time.sleep(0.05)
    return f"baked {clay}"


def is_whole(pot):
    time.sleep(30)
    return "crack" not in pot


def beat():
    while True:
        time.sleep(0.1)


threading.Thread(target=beat, daemon=True).start()
kiln = Kiln(ThreadPool(2), ThreadPool(1))
pots = [kiln.fire(clay) for clay in ("red", "white")]
time.sleep(0.3)
print("READY", flush=True)
for pot in pots:
    pot.wait()
