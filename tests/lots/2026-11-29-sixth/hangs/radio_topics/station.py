"""A station on the air: the programme changes, and listeners have wishes."""

import itertools
import threading
import time

from studio import Board, Programme


class Station:
    def __init__(self):
        self.programme = Programme()
        self.board = Board()
        self.minutes = 0

    def editor(self):
        for title in itertools.cycle(("news", "jazz", "weather")):
            self.programme.change(title)

    def phone(self):
        for title in itertools.cycle(("waltz", "tango")):
            self.board.wish(title)

    def watch(self):
        while True:
            time.sleep(0.5)
            self.minutes += 1

    def run(self):
        threads = [
            threading.Thread(target=work, name=work.__name__)
            for work in (self.editor, self.phone, self.watch)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    Station().run()
