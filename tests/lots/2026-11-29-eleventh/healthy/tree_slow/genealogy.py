"""How many generations are there of two families? Both are counted at once."""

import os
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor

from connections import Connections
from family import Family

PEOPLE = [(1, 0, "Runa"), (2, 0, "Stig")]
PEOPLE += [(number, number // 2, f"child {number}") for number in range(3, 32)]


def made(folder):
    path = os.path.join(folder, "people.db")
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE people (number INTEGER, parent INTEGER, name TEXT)")
    connection.close()
    return path


def main():
    with tempfile.TemporaryDirectory() as folder:
        family = Family(Connections(made(folder), 16))
        for person in PEOPLE:
            family.add(*person)
        print(family.names(1), family.names(2), flush=True)
        with ThreadPoolExecutor(2, thread_name_prefix="genealogist") as pool:
            print(list(pool.map(family.depth, (1, 2))))


if __name__ == "__main__":
    main()
