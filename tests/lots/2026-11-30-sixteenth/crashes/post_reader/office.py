"""Sort a bag by code, the most frequent first: python office.py LIBRARY [--pages N]"""

import argparse
import collections
import contextlib
import heapq
import logging
import time

from mailbag import MailBag

log = logging.getLogger("office")


class Rounds:
    """A round takes letters of one code; those that wait longest go first."""

    def __init__(self, room=250):
        self.room = room
        self.waiting = collections.defaultdict(collections.deque)
        self.gone = collections.Counter()

    def add(self, letter):
        self.waiting[letter.code].append(letter)
        if len(self.waiting[letter.code]) >= self.room:
            self.leave(letter.code)

    def leave(self, code):
        letters = self.waiting.pop(code)
        self.gone[code] += len(letters)
        return [letter.address for letter in letters]

    def rest(self):
        order = heapq.nlargest(len(self.waiting), self.waiting, key=lambda code: len(self.waiting[code]))
        for code in order:
            yield code, self.leave(code)


@contextlib.contextmanager
def timed(what):
    start = time.perf_counter()
    yield
    log.info("%s: %.2f s", what, time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--pages", type=int, default=5)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    rounds = Rounds()
    with contextlib.closing(MailBag(options.library, options.pages)) as bag:
        with timed("sorted"):
            for letter in bag:
                rounds.add(letter)
        with timed("rounds"):
            for code, addresses in rounds.rest():
                log.debug("%s: %s", code, addresses[:1])
    print(rounds.gone.most_common(3))


if __name__ == "__main__":
    main()
