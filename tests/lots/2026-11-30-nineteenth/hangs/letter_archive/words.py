"""The index of words: which letter speaks of what."""

import collections
import re
import threading

from pypdf import PdfReader


class WordIndex:
    def __init__(self):
        self._where = collections.defaultdict(set)
        self._lock = threading.Lock()
        self.letters = 0

    def add(self, name, text):
        found = {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}
        with self._lock:
            for word in found:
                self._where[word].add(name)
            self.letters += 1

    def find(self, word):
        with self._lock:
            return sorted(self._where.get(word.lower(), ()))


def text_of(path):
    reader = PdfReader(str(path))
    pieces = []
    for page in reader.pages:
        pieces.append(page.extract_text())
    return "\n".join(pieces)
