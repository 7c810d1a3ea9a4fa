import hashlib
import sys
import threading
import time

from crew import Crew


class Thumbs:
    SIZES = (64, 160, 320, 640)

    def __init__(self, threads=2):
        self.crew = Crew(threads)
        self.guard = threading.Lock()
        self.sums = {}
        self.scale = self.crew.kind(self._scale)
        self.load = self.crew.kind(self._load)

    def _load(self, photo):
        time.sleep(0.02)
        for size in self.SIZES:
            self.scale(photo * 1000 + size)

    def _scale(self, packed):
        photo, size = divmod(packed, 1000)
        digest = hashlib.md5(bytes([photo % 256]) * size * 16).hexdigest()
        with self.guard:
            self.sums[photo, size] = digest[:8]

    def of(self, photos):
        for photo in range(photos):
            self.load(photo)
        self.crew.end()
        return self.sums


def main(photos):
    began = time.perf_counter()
    sums = Thumbs().of(photos)
    print(len(sums), "thumbnails", time.perf_counter() - began < 60)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
