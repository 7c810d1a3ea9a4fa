"""Prints the pages of books by a pool, whose processes are replaced after two pages each."""

import collections
import multiprocessing

from press import set_page

BOOKS = {"atlas": 40, "primer": 24}


def jobs():
    for book, pages in BOOKS.items():
        for page in range(1, pages + 1):
            yield book, page


def main():
    done = collections.Counter()
    processes = set()
    context = multiprocessing.get_context("spawn")
    with context.Pool(2, maxtasksperchild=2) as pool:
        for book, page, pid, ink in pool.imap_unordered(set_page, jobs(), chunksize=1):
            done[book] += 1
            processes.add(pid)
            print(book, page, ink, len(processes), flush=True)
    print(dict(done))


if __name__ == "__main__":
    main()
