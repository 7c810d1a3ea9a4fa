"""Counts the words of all pages; a clerk may ask for an older state of the archive meanwhile."""
import collections
import pathlib
import tempfile
import threading

from nightly import Nightly
from store import Store


class Concordance:
    def __init__(self, store, nightly):
        self.store = store
        self.nightly = nightly
        self.words = collections.Counter()

    def page(self, number, body):
        self.words.update(body.split())
        if number == 3000:
            self.nightly.wanted.set()
            self.nightly.restored.wait()

    def run(self):
        for number, (_, body) in enumerate(self.store.pages(1600)):
            self.page(number, body)
        return self.words.most_common(3)


def main():
    with tempfile.TemporaryDirectory() as folder:
        store = Store(pathlib.Path(folder, "archive.sqlite"))
        store.fill(900)
        nightly = Nightly(store, pathlib.Path(folder))
        nightly.save("monday")
        store.fill(40_000)
        nightly.save("tuesday")
        clerk = threading.Thread(target=nightly.watch, args=("monday",), name="clerk")
        clerk.start()
        print(Concordance(store, nightly).run())
        clerk.join()
        store.close()


if __name__ == "__main__":
    main()
