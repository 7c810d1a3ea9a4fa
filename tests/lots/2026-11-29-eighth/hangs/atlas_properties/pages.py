"""Pages of the atlas are made by a pool: one job for each land, one for each river."""

import concurrent.futures
import threading
import time

import atlas
import letters


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)

    def run(self):
        while True:
            time.sleep(1)


def page(subject):
    if isinstance(subject, atlas.Land):
        return f"{subject.name}: {subject.water:.0f}"
    return f"{subject.name}: {subject.flow:.0f}"


def main():
    Clock().start()
    index = letters.Index()
    index.start()
    book = atlas.Atlas()
    book.river("Neckar", "Savoy", "Baden", springs=True)
    book.river("Inn", "Savoy", "Tirol", springs=True)
    book.river("Lahn", "Baden", "Hessen")
    index.add(*book.lands, *book.rivers)
    index.names.join()
    print(index, flush=True)
    subjects = [book.lands["Hessen"], book.rivers["Inn"], book.lands["Tirol"], book.rivers["Neckar"]]
    with concurrent.futures.ThreadPoolExecutor(2, "page") as pool:
        for line in pool.map(page, subjects):
            print(line, flush=True)


if __name__ == "__main__":
    main()
