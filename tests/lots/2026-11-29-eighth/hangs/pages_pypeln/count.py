"""Counts the words of all pages in a pipeline (pypeln): reading, counting, noting."""

import time

import archive
import pypeln


class Counter:
    def __init__(self, store):
        self.store = store

    def count(self, page):
        time.sleep(0.01)
        return page, len(page.split()) - 2

    def note(self, counted):
        page, words = counted
        self.store.note(page, words)
        return words

    def run(self):
        stage = pypeln.thread.map(self.count, self.store.read(), workers=2, maxsize=4)
        stage = pypeln.thread.map(self.note, stage, workers=1, maxsize=4)
        return sum(stage)


def main():
    counter = Counter(archive.Archive(200))
    print(counter.run(), "words", flush=True)


if __name__ == "__main__":
    main()
