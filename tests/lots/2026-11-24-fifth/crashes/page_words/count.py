"""Counts the words of a report."""

import argparse
import collections
import threading
import time

import pypdfium2
from made import document
from texts import Text


class Counter:
    def __init__(self, data):
        self.document = pypdfium2.PdfDocument(data)
        self.words = collections.Counter()

    def count(self):
        for page in self.document:
            text = Text(page)
            self.words.update(text.all().split())
            text.close()
            page.close()

    def most(self, number):
        return self.words.most_common(number)


def dots(counter):
    while True:
        time.sleep(0.1)
        len(counter.words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--lines", type=int, default=80)
    options = parser.parse_args()
    counter = Counter(document(options.pages, options.lines))
    threading.Thread(target=dots, args=(counter,), name="dots", daemon=True).start()
    counter.count()
    print(counter.most(5))


if __name__ == "__main__":
    main()
