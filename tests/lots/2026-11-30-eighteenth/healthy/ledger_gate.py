import multiprocessing
import time


class Gate:
    def __init__(self, context):
        self.open = context.Event()
        self.shut = context.Event()
        self.shut.set()

    def cycle(self):
        time.sleep(10)
        self.shut.clear()
        self.open.set()
        time.sleep(0.5)
        self.open.clear()
        self.shut.set()


def carter(name, gate):
    for trip in range(100_000):
        gate.open.wait()
        print(name, trip, flush=True)
        gate.shut.wait()


def main():
    context = multiprocessing.get_context("fork")
    gate = Gate(context)
    carters = [context.Process(target=carter, args=(name, gate), daemon=True) for name in ("oats", "hay")]
    for process in carters:
        process.start()
    for _ in range(30):
        gate.cycle()


if __name__ == "__main__":
    main()
