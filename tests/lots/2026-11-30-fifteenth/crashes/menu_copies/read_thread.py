"""Makes an outline of a thread of mails: an answer is below what it answers."""

import sys
import threading
import time

from outline import Outline


class Mails:
    """A ticket system and a vacation notice that have answered each other for weeks."""

    def __init__(self, number):
        self.number = number

    def __iter__(self):
        for number in range(self.number):
            depth = number if number > 3 else 0
            yield min(depth, number), f"Re: your request ({number})"


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.seconds = 0

    def run(self):
        while True:
            time.sleep(1)
            self.seconds += 1


def main():
    Clock().start()
    for name, number in [("week 1", 200), ("week 2", 3000), ("month", 260_000)]:
        outline = Outline(name)
        for depth, text in Mails(number):
            outline.add(depth, text)
        draft = outline.draft()
        print(name, draft.number(), "mails", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
