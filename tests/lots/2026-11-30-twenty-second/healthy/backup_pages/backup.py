"""Copies a base page by page, so slowly that whoever works with it does not notice."""

import sqlite3
import tempfile
from pathlib import Path


def fill(path):
    base = sqlite3.connect(path)
    base.execute("create table songs (number int, words text)")
    base.executemany("insert into songs values (?, ?)", ((n, "la " * 300) for n in range(6000)))
    base.commit()
    return base


class Copy:
    def __init__(self, source, target):
        self.source = source
        self.target = sqlite3.connect(target)
        self.steps = 0

    def tell(self, status, remaining, total):
        self.steps += 1
        if self.steps % 20 == 0:
            print(f"{total - remaining} of {total} pages", flush=True)

    def run(self):
        self.source.backup(self.target, pages=4, progress=self.tell)
        return self.target.execute("select count(*) from songs").fetchone()[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        source = fill(Path(folder, "songs.db"))
        source.execute("pragma page_count").fetchone()
        copy = Copy(source, Path(folder, "copy.db"))
        rate = sqlite3.connect(Path(folder, "other.db"))
        slow = copy.tell

        def pause(status, remaining, total):
            slow(status, remaining, total)
            rate.execute("with recursive c(n) as (select 1 union all select n + 1 from c limit 400000) "
                         "select sum(n) from c").fetchone()

        copy.tell = pause
        print(copy.run(), "songs")
