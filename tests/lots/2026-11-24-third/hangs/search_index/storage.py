"""Segments of a small search index in one folder, with a lock file beside them."""

import contextlib
import functools
import json
import os

import portalocker


def exclusively(method):
    """The method runs with the lock file of the folder."""

    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        with self.exclusive():
            return method(self, *args, **kwargs)

    return wrapper


class Segment:
    def __init__(self, number, postings):
        self.number = number
        self.postings = postings

    @property
    def name(self):
        return f"segment-{self.number:04}.json"

    def save(self, folder):
        with open(os.path.join(folder, self.name), "w", encoding="utf-8") as file:
            json.dump(self.postings, file)


class Storage:
    def __init__(self, folder):
        self.folder = folder
        self.lock_path = os.path.join(folder, "index.lock")
        self.pending = {}
        self.segments = []

    @contextlib.contextmanager
    def exclusive(self):
        with portalocker.Lock(self.lock_path, "a", flags=portalocker.LockFlags.EXCLUSIVE) as file:
            yield file

    def add(self, document, text):
        for word in set(text.lower().split()):
            self.pending.setdefault(word, []).append(document)

    @exclusively
    def flush(self):
        segment = Segment(len(self.segments), self.pending)
        segment.save(self.folder)
        self.segments.append(segment)
        self.pending = {}
        if len(self.segments) > 3:
            self.merge()

    @exclusively
    def merge(self):
        merged = {}
        for segment in self.segments:
            for word, documents in segment.postings.items():
                merged.setdefault(word, []).extend(documents)
            os.remove(os.path.join(self.folder, segment.name))
        whole = Segment(0, merged)
        whole.save(self.folder)
        self.segments = [whole]
