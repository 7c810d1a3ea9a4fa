from gevent import monkey

monkey.patch_all()

import collections
import random

import gevent
import gevent.pool

import pages


class Mirror:
    def __init__(self, size):
        self.pool = gevent.pool.Pool(size)
        self.seen = set()
        self.status = collections.Counter()

    def add(self, url):
        if url not in self.seen:
            self.seen.add(url)
            self.pool.spawn(self.fetch, url)

    def fetch(self, url):
        gevent.sleep(random.uniform(0.01, 0.05))
        self.status["ok"] += 1
        page = pages.parse(url)
        for link in page.links:
            self.add(link)
        if page.is_index:
            self.write_index(page)

    def write_index(self, page):
        """The index names all pages, so they have to be there."""
        self.pool.join()  # <-- here
        print("index of", len(self.seen), "pages")


def progress(mirror):
    while True:
        gevent.sleep(1)
        print(dict(mirror.status), len(mirror.pool), "at work", flush=True)


def main():
    mirror = Mirror(20)
    gevent.spawn(progress, mirror)
    mirror.add("/index")
    mirror.pool.join()
    print("done")


if __name__ == "__main__":
    main()
