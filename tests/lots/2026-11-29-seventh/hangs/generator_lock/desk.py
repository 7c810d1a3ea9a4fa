"""Clerks look into the archive."""

import queue
import threading
import time

import archive

LETTERS = [f"{1900 + n}: on {topic}" for n, topic in enumerate(["tea", "rent", "coal"] * 30)]


class Clerk(threading.Thread):
    def __init__(self, store, name):
        super().__init__(name=name, daemon=True)
        self.store = store
        self.questions = queue.Queue()
        self.answers = queue.Queue()

    def run(self):
        while True:
            word = self.questions.get()
            self.answers.put(self.store.search(word))


class Desk:
    def __init__(self, store):
        self.store = store
        self.clerk = Clerk(store, "clerk")
        self.clerk.start()
        self.shown = []

    def ask(self, word):
        self.clerk.questions.put(word)
        return self.clerk.answers.get()

    def show(self):
        first, more = self.store.preview()
        self.shown.append(more)
        return first


def main():
    desk = Desk(archive.Archive(LETTERS))
    print(desk.store.newest(), len(desk.ask("tea")), flush=True)
    print(desk.show(), flush=True)
    time.sleep(0.2)
    print(len(desk.ask("coal")), flush=True)


if __name__ == "__main__":
    main()
