"""How evenly do the words of texts fall into buckets? `buckets.py LIBRARY`"""

import logging
import sys
from concurrent.futures import ThreadPoolExecutor

from table import Table
from texts import TEXTS, words

log = logging.getLogger("buckets")


def spread(name):
    found = words(TEXTS[name])
    table = Table(len(TEXTS[name]))
    for word in found:
        table.add(word)
    log.info("%s: %d words", name, len(found))
    return table.fullest()


def main(library):
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    Table.load(library)
    with ThreadPoolExecutor(2, thread_name_prefix="reader") as readers:
        for name, most in zip(TEXTS, readers.map(spread, TEXTS)):
            print(name, most, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
