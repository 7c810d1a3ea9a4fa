"""An archive of pages in one file, which one thread at a time may use."""

import threading


class Archive:
    def __init__(self, pages):
        self.door = threading.Lock()
        self.pages = [f"page {number}: " + "word " * number for number in range(pages)]
        self.notes = {}

    def read(self):
        """One page after the other; nobody else is to be in the archive meanwhile."""
        with self.door:
            for page in self.pages:
                yield page

    def note(self, page, words):
        with self.door:
            self.notes[page.partition(":")[0]] = words
