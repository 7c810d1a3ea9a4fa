import os
import tempfile
import threading
import time

from letters import Writer
from watcher import Watcher, Worker


class Shelf:
    def __init__(self):
        self.lock = threading.Lock()
        self.sizes = {}

    def store(self, path):
        time.sleep(9)
        self.sizes[path] = os.path.getsize(path)
        print("stored", os.path.basename(path), self.sizes[path], flush=True)


def sender(folder, pause):
    writer = Writer(2)
    for number in range(1000):
        with open(os.path.join(folder, f"letter {number % 7}"), "a") as file:
            file.write(writer.text())
        time.sleep(pause)


def main():
    """Letters come in every six seconds, and each takes nine to be stored."""
    shelf = Shelf()
    with tempfile.TemporaryDirectory() as folder:
        watcher = Watcher(folder)
        workers = [Worker(f"worker {number}", watcher, shelf) for number in range(3)]
        for thread in (watcher, *workers):
            thread.start()
        print(len(workers), "workers", flush=True)
        sender(folder, 6)


if __name__ == "__main__":
    main()
