import threading
import time


class Buffer:
    def __init__(self):
        self.rows = []
        self.full = threading.Event()
        self.empty = threading.Event()
        self.empty.set()


def fill(buffer):
    turn = 0
    while True:
        buffer.empty.wait()
        buffer.empty.clear()
        time.sleep(8)
        turn += 1
        buffer.rows = [turn * n for n in range(10)]
        buffer.full.set()


def draw(buffer):
    while True:
        buffer.full.wait()
        buffer.full.clear()
        time.sleep(8)
        print(sum(buffer.rows), flush=True)
        buffer.empty.set()


if __name__ == "__main__":
    buffer = Buffer()
    threads = [threading.Thread(target=what, args=(buffer,), name=what.__name__) for what in (fill, draw)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
