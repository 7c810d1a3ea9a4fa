import contextlib
import multiprocessing
import threading
import time

from kiln import Kiln


def fill(kiln, count):
    for _ in range(count):
        kiln.fill()


def empty(kiln, count):
    for _ in range(count):
        kiln.empty()


class Foreman(threading.Thread):
    def __init__(self, kiln):
        super().__init__(name="foreman", daemon=True)
        self.kiln = kiln

    def run(self):
        while True:
            time.sleep(20)
            print(self.kiln.loads.value, "loads", flush=True)


@contextlib.contextmanager
def shift(context, target, *args):
    process = context.Process(target=target, args=args, name=target.__name__)
    process.start()
    try:
        yield process
    finally:
        process.join()


def main():
    context = multiprocessing.get_context("spawn")
    kiln = Kiln(context)
    Foreman(kiln).start()
    with shift(context, fill, kiln, 50), shift(context, empty, kiln, 50):
        pass
    print(kiln.loads.value, "loads in all")


if __name__ == "__main__":
    main()
