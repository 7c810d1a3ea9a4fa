"""A night porter: a daemon that sleeps in sigwait(), and is woken by a timer and by signals."""

import logging
import os
import signal
import sys
import tempfile

from rounds import Keys, Round

log = logging.getLogger("porter")
WANTED = {signal.SIGALRM, signal.SIGTERM, signal.SIGHUP}


class Book:
    """What happened, in a file that is opened anew at SIGHUP."""

    def __init__(self, path):
        self.path = path
        self.file = open(path, "a")

    def write(self, text):
        print(text, file=self.file, flush=True)

    def reopen(self):
        self.file.close()
        self.file = open(self.path, "a")


def rounds(keys, book):
    def cellar(own):
        keys.with_key("cellar", 6)
        book.write(f"cellar {own.count}")

    def boiler(own):
        keys.with_key("cellar", 3)
        book.write(f"boiler {own.count}")

    def roof(own):
        keys.with_key("roof", 0.1)

    return [Round("cellar", 2, cellar), Round("boiler", 4, boiler), Round("roof", 1, roof)]


def night(book, hours):
    signal.setitimer(signal.ITIMER_REAL, 12, 12)
    for hour in range(hours):
        came = signal.sigwait(WANTED)
        log.info("%d: %s", hour, signal.Signals(came).name)
        if came == signal.SIGTERM:
            break
        if came == signal.SIGHUP:
            book.reopen()


def main():
    logging.basicConfig(level=logging.INFO, stream=sys.stdout)
    signal.pthread_sigmask(signal.SIG_BLOCK, WANTED)
    with tempfile.TemporaryDirectory() as folder:
        book = Book(os.path.join(folder, "night.txt"))
        own = rounds(Keys(["cellar", "roof"]), book)
        for one in own:
            one.start()
        night(book, hours=12)
        for one in own:
            one.end()
            one.join()


if __name__ == "__main__":
    main()
