"""Makes an index of the minutes: which topics in which meetings. By several processes."""

import argparse
import collections
import logging
import multiprocessing
import signal
import time

from minutes import TOPICS, Book, fill

log = logging.getLogger("index")
BOOK = Book()


def quiet():
    """The parent alone handles Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def words_of(key):
    text = BOOK.read(key)
    counts = collections.Counter(word.strip(".") for word in text.lower().split())
    return key, {topic: counts[topic] for topic in TOPICS if counts[topic]}


class Index:
    def __init__(self):
        self.places = collections.defaultdict(list)

    def add(self, key, words):
        for topic, number in words.items():
            self.places[topic].append((number, key))

    def best(self, topic):
        return max(self.places[topic], default=(0, "-"))[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    fill(BOOK)
    keys = BOOK.keys()
    log.info("%d meetings, the first of them with %d topics", len(keys), len(words_of(keys[0])[1]))
    BOOK.forget()
    index = Index()
    started = time.monotonic()
    context = multiprocessing.get_context("fork")
    with context.Pool(options.processes, initializer=quiet) as pool:
        for key, words in pool.imap_unordered(words_of, keys):
            index.add(key, words)
    log.info("made in %.1f s", time.monotonic() - started)
    for topic in TOPICS:
        print(topic, index.best(topic))


if __name__ == "__main__":
    main()
