"""Counts the words of a text in two processes, each with a pipe for its lines."""

import itertools
import multiprocessing
import threading
import time

from counting import count_words

TEXT = [f"the {n % 17} th line has the number {n}" for n in range(400)]


class Worker:
    def __init__(self, context, number):
        receiver, self.sender = context.Pipe(duplex=False)
        self.results = context.SimpleQueue()
        self.process = context.Process(
            target=count_words, args=(receiver, self.results), name=f"counter-{number}"
        )
        self.process.start()
        receiver.close()

    def finish(self):
        self.sender.close()
        self.process.join()  # <-- here
        return self.results.get()


def clock(started):
    while True:
        time.sleep(1)
        print(f"{time.monotonic() - started:.0f} s", flush=True)


def main():
    context = multiprocessing.get_context("fork")
    workers = [Worker(context, number) for number in range(2)]
    threading.Thread(target=clock, args=(time.monotonic(),), name="clock", daemon=True).start()
    for worker, line in zip(itertools.cycle(workers), TEXT):
        worker.sender.send(line)
    total = {}
    for worker in workers:
        for word, count in worker.finish().items():  # <-- here
            total[word] = total.get(word, 0) + count
    print(sorted(total.items())[:5])


if __name__ == "__main__":
    main()
