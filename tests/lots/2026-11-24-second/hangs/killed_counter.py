"""Counts what processes have done; one that takes too long is ended and started again."""

import multiprocessing
import threading
import time

CONTEXT = multiprocessing.get_context("spawn")


def work(name, rows, done, total):
    for row in rows:
        time.sleep(0.02)
        with total.get_lock():  # <-- here
            total.value += row
            if row % 7 == 3:
                time.sleep(30)  # a row that nobody can read
        done.value += 1


class Supervisor:
    def __init__(self, patience):
        self.patience = patience
        self.total = CONTEXT.Value("l", 0)

    def run(self, name, rows):
        done = CONTEXT.Value("l", 0, lock=False)
        worker = CONTEXT.Process(target=work, args=(name, rows, done, self.total), name=name)
        worker.start()
        worker.join(self.patience)
        if worker.is_alive():
            print(name, "takes too long, it is ended", flush=True)
            worker.terminate()
            worker.join()
        with self.total.get_lock():  # <-- here
            return self.total.value


def uptime(started):
    while True:
        time.sleep(1)
        print(f"up for {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    threading.Thread(target=uptime, args=(time.monotonic(),), name="uptime", daemon=True).start()
    supervisor = Supervisor(patience=1.5)
    for name, rows in {"monday": [0, 1, 2], "tuesday": [1, 3, 5], "friday": [2, 2]}.items():
        print(name, supervisor.run(name, rows), flush=True)
