"""Looks through texts in many small threads."""

import ctypes
import queue
import sys
import threading

parser = ctypes.CDLL(sys.argv[1])
parser.longest_line.argtypes = [ctypes.c_char_p]


class Worker(threading.Thread):
    def __init__(self, texts, results):
        super().__init__()
        self.texts = texts
        self.results = results

    def run(self):
        while (text := self.texts.get()) is not None:
            self.results.put(parser.longest_line(text))  # <-- here


def main():
    print("here", parser.longest_line(b"one\nthree\n"), flush=True)
    threading.stack_size(160 * 1024)  # hundreds of them shall fit into little memory
    texts, results = queue.Queue(), queue.Queue()
    workers = [Worker(texts, results) for _ in range(4)]
    for worker in workers:
        worker.start()
    for number in range(20):
        texts.put(b"line\n" * number + b"x" * number)
    for _ in workers:
        texts.put(None)
    for worker in workers:
        worker.join()
    print(sorted(results.queue))


if __name__ == "__main__":
    main()
