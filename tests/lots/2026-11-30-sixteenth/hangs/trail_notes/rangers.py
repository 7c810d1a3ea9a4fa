import logging
import tempfile
import threading
import time
from pathlib import Path

from store import Book, Keeper, Reader, Store


class Ranger(threading.Thread):
    def __init__(self, name, trail, store, rounds):
        super().__init__(name=name)
        self.trail = trail
        self.book = Book(store)
        self.rounds = rounds

    def run(self):
        for number in range(1, self.rounds + 1):
            time.sleep(0.03)
            self.book.write(self.trail, f"{self.name}: stile {number} is sound")


class Hut:
    """The board at the hut: the newest notes of each trail, more of them where somebody asks."""

    def __init__(self, store):
        self.reader = Reader(store)
        self.shown = {}

    def show(self, trail):
        self.shown[trail] = notes = self.reader.latest(trail)
        return next(notes, "no notes yet")

    def more(self, trail, number):
        return [note for note, _ in zip(self.shown[trail], range(number))]


def main():
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "trails.db")
        book, keeper = Book(store), Keeper(store)
        trails = [book.trail("ridge", 5200), book.trail("fen", 3100)]
        print("tidy:", keeper.tidy(), flush=True)
        rangers = [Ranger(name, trail, store, 12) for name, trail in zip(("Ida", "Jon"), trails)]
        for ranger in rangers:
            ranger.start()
        for ranger in rangers:
            ranger.join()
        hut = Hut(store)
        for trail in trails:
            print(hut.show(trail)[11:], flush=True)
        print(len(hut.more(trails[0], 4)), "more of", book.number(), flush=True)
        print("tidy:", keeper.tidy(), flush=True)


if __name__ == "__main__":
    main()
