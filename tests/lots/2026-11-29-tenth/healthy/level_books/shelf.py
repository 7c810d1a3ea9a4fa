"""Books by number in LevelDB (plyvel), with an index by word."""

import threading

import plyvel


class Shelf:
    def __init__(self, folder):
        self.store = plyvel.DB(folder, create_if_missing=True)
        self.titles = self.store.prefixed_db(b"t/")
        self.words = self.store.prefixed_db(b"w/")
        self._writing = threading.Lock()

    def put(self, number, title):
        key = b"%08d" % number
        with self._writing, self.store.write_batch() as batch:
            batch.put(b"t/" + key, title.encode())
            for word in title.lower().split():
                batch.put(b"w/" + word.encode() + b"/" + key, b"")

    def with_word(self, word):
        for key, _ in self.words.iterator(prefix=word.encode() + b"/"):
            number = key.rpartition(b"/")[2]
            yield int(number), self.titles.get(number).decode()

    def __len__(self):
        return sum(1 for _ in self.titles.iterator(include_value=False))

    def tidy(self):
        with self._writing:
            self.store.compact_range()

    def close(self):
        self.store.close()
