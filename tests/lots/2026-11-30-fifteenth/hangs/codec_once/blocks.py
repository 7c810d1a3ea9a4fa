import queue
import threading
import time

from codec import Codec


class Checker:
    """Checks blocks in threads, and gives them out in their order."""

    def __init__(self, workers=2):
        self.codec = Codec()
        self.codec.level(3)
        self.todo = queue.Queue()
        self.sums = {}
        self.threads = [
            threading.Thread(target=self._work, name=f"checker-{n}", daemon=True)
            for n in range(workers)
        ]
        for thread in self.threads:
            thread.start()

    def _work(self):
        while (job := self.todo.get()) is not None:
            number, block = job
            self.sums[number] = self.codec.checksum(block)
            self.todo.task_done()

    def check(self, blocks):
        for number, block in enumerate(blocks):
            self.todo.put((number, block))
        self.todo.join()
        return [self.sums[number] for number in sorted(self.sums)]


def watch(checker, every):
    while True:
        time.sleep(every)
        print(len(checker.sums), "checked,", checker.todo.qsize(), "to do", flush=True)


def main():
    blocks = [bytes((i * n) % 256 for i in range(4096)) for n in range(1, 9)]
    checker = Checker()
    threading.Thread(target=watch, args=(checker, 2), name="watch", daemon=True).start()
    print([f"{value:08x}" for value in checker.check(blocks)])


if __name__ == "__main__":
    main()
