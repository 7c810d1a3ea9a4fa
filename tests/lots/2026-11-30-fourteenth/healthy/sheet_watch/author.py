"""Somebody who writes, and thinks for long between two changes."""

import threading


class Author(threading.Thread):
    def __init__(self, folder, pause):
        super().__init__(name="author", daemon=True)
        self.folder = folder
        self.pause = pause
        self.gone = threading.Event()

    def run(self):
        number = 0
        while not self.gone.wait(self.pause):
            number += 1
            (self.folder / f"page{number % 3}.css").write_text(f"body {{ margin: {number}px }}\n")
