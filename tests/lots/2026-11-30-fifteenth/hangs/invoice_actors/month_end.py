import random
import threading
import time

from dramatiq import Worker

import tasks
from broker import broker, timings


class Pulse(threading.Thread):
    def __init__(self, every):
        super().__init__(name="pulse", daemon=True)
        self.every = every

    def run(self):
        while True:
            time.sleep(self.every)
            done = ", ".join(f"{k} {v}" for k, v in sorted(timings.done.items()))
            print("processed:", done or "nothing", flush=True)


def orders(number, seed=7):
    rng = random.Random(seed)
    articles = ["chalk", "slate", "sponge", "ruler"]
    for _ in range(number):
        yield (
            f"I-{rng.randrange(100, 112)}",
            rng.choice(articles),
            rng.randrange(1, 9),
            f"{rng.randrange(50, 900) / 100:.2f}",
        )


def main():
    worker = Worker(broker, worker_threads=4, worker_timeout=100)
    worker.start()
    Pulse(3).start()
    for order in orders(60):
        tasks.add_line.send(*order)
    broker.join("billing")
    print("lines of", len(tasks.lines), "invoices", flush=True)
    tasks.close_month.send("November")
    tasks.closed.wait()
    worker.stop()


if __name__ == "__main__":
    main()
