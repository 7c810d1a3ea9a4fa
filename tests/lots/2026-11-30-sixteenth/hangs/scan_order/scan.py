import hashlib
import sys
import time

from ordered import OrderedMap


class Shelf:
    """Pages of an archive; a few are on a disk that has to wake up first."""

    def __init__(self, pages, asleep=()):
        self.pages = pages
        self.asleep = set(asleep)

    def __iter__(self):
        return iter(range(self.pages))

    def read(self, page):
        time.sleep(0.01)
        return (f"page {page} " * (page % 7 + 3)).encode()

    def digest(self, page, attempt):
        if page in self.asleep and attempt < 1:
            raise OSError(5, "the disk is not ready", f"page-{page}")
        return page, hashlib.sha256(self.read(page)).hexdigest()[:12]


def main(pages):
    shelf = Shelf(pages, asleep=(7,))
    digests = OrderedMap(shelf.digest)
    last = -1
    for page, digest in digests(shelf):
        assert page == last + 1
        last = page
        print(page, digest, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
