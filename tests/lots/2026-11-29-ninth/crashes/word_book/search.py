"""Which book of which library tells most?"""

import concurrent.futures
import logging

from words import joining, table, timing


@timing.timed
def best(library):
    scores = library.scores()
    return library.name, int(scores.argmax()), float(scores.max())


def main():
    logging.basicConfig(level=logging.INFO)
    libraries = [
        table.made_up("school", 400, 9000, 1),
        table.made_up("castle", 900, 30000, 2),
        table.made_up("harbour", 200, 4000, 3),
    ]
    joined = joining.Joined()
    for library in libraries:
        joined.add(library)
    print(joined.books, "books,", joined.distinct(), "words", flush=True)
    with concurrent.futures.ThreadPoolExecutor(1, "search") as pool:
        for name, book, score in pool.map(best, libraries):
            print(name, book, f"{score:.2f}", flush=True)


if __name__ == "__main__":
    main()
