# While a thread draws its bar, with the lock that all bars share, a worker is forked that draws one, too.
# https://github.com/tqdm/tqdm/issues/627
import multiprocessing
import threading
import time

from tqdm import tqdm


class Slow:
    def write(self, text):
        drawing.set()
        time.sleep(0.2)

    def flush(self):
        pass


def draw():
    for _ in tqdm(range(1000), file=Slow(), mininterval=0):
        pass


def work():
    time.sleep(0.5)
    print("READY", flush=True)
    for _ in tqdm(range(3)):  # <-- here
        pass


if __name__ == "__main__":
    drawing = threading.Event()
    threading.Thread(target=draw, daemon=True, name="bar").start()
    drawing.wait()
    worker = multiprocessing.get_context("fork").Process(target=work, name="worker")
    worker.start()  # <-- here
    worker.join()  # <-- also
