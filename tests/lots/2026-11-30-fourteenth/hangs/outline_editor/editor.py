"""An editor for outlines; here it replays a session: python editor.py"""

import itertools
import threading
import time

from outline import Heading, Outline


class StatusBar(threading.Thread):
    """Shows how many words there are."""

    def __init__(self, outline):
        super().__init__(name="status bar", daemon=True)
        self.outline = outline
        self.shown = 0

    def run(self):
        while True:
            self.shown = self.outline.statistics()
            time.sleep(0.02)


class Blink(threading.Thread):
    def __init__(self):
        super().__init__(name="cursor", daemon=True)
        self.on = False

    def run(self):
        while True:
            time.sleep(0.5)
            self.on = not self.on


def session():
    for n in itertools.count(1):
        yield "append", (f"Chapter {n}", 1, "once upon a time " * n)
        yield "rename", (0, f"Book, draft {n}")
        if n == 400:
            return


def main():
    outline = Outline([Heading("Book"), Heading("Preface", 2, "thanks to all")])
    bar = StatusBar(outline)
    bar.start()
    Blink().start()
    for action, arguments in session():
        getattr(outline, action)(*arguments)
        time.sleep(0.013)
    print(len(outline.numbered()), "headings,", bar.shown, "words")


if __name__ == "__main__":
    main()
