"""Digests of the files of an archive, piece by piece."""

import hashlib
import io
import threading
import time
import zipfile
from collections import deque
from functools import partial


def pack():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("readme.txt", "Songs of the harbour\n" * 40)
        packed.writestr("songs/one.bin", bytes(range(256)) * 900)
        packed.writestr("songs/two.bin", bytes(300_000))
    return archive


class Digests:
    """Texts are read as texts, all else as bytes; either in pieces."""

    def __init__(self, archive, piece=65536):
        self.archive = zipfile.ZipFile(archive)
        self.piece = piece

    def digest(self, name):
        content = self.archive.read(name)
        if name.endswith(".txt"):
            stream = io.StringIO(content.decode())
            feed = lambda text, update: update(text.encode())
        else:
            stream = io.BytesIO(content)
            feed = None
        sums = hashlib.sha256()
        pieces = iter(partial(stream.read, self.piece), "")
        if feed:
            for text in pieces:
                feed(text, sums.update)
        else:
            deque(map(sums.update, pieces), maxlen=0)
        return sums.hexdigest()

    def all(self):
        return {name: self.digest(name) for name in self.archive.namelist()}


def progress(seen):
    while True:
        time.sleep(0.5)
        seen.append(time.monotonic())
        del seen[:-5]


def main():
    threading.Thread(target=progress, args=([],), daemon=True).start()
    for name, value in Digests(pack()).all().items():
        print(value[:16], name)


if __name__ == "__main__":
    main()
