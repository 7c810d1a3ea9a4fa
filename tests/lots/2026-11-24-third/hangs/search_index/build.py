"""Fill an index with articles, and say now and then how far it is."""

import random
import tempfile
import threading
import time

from storage import Storage
import options

WORDS = "bridge river stone valley mill ferry tower garden market harbour lamp road".split()


class Progress(threading.Thread):
    def __init__(self):
        super().__init__(name="progress", daemon=True)
        self.done = 0

    def run(self):
        while True:
            time.sleep(2)
            print("articles:", self.done, flush=True)


def articles(number):
    chance = random.Random(7)
    for article in range(number):
        yield f"article-{article}", " ".join(chance.choices(WORDS, k=40))


def main():
    progress = Progress()
    progress.start()
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(folder)
        for name, text in articles(1000):
            storage.add(name, text)
            progress.done += 1
            if progress.done % 100 == 0:
                storage.flush()
                time.sleep(0.1)
        print("segments:", len(storage.segments))


if __name__ == "__main__":
    settings = options.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
