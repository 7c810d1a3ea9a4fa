"""Import a list of books into the catalogue."""

import csv
import io

from wire.client import Client

BOOKS = """\
Emma;Jane Austen;1815
Middlemarch;George Eliot;1871
Die Räuber;Friedrich Schiller;1781
Buddenbrooks;Thomas Mann;1901
Kirsebærhaven;Anton Tjekhov;1904
"""


def rows():
    for title, author, year in csv.reader(io.StringIO(BOOKS), delimiter=";"):
        yield title, author, int(year)


def main():
    with Client() as client:
        for row in rows():
            print(client.ask("add", *row), row[0], flush=True)
        print(client.ask("find", "Thomas Mann"), client.ask("years"))


if __name__ == "__main__":
    main()
