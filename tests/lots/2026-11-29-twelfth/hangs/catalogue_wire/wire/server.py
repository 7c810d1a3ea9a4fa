"""Answers questions about the catalogue.  python -m wire.server FD"""

import logging
import socket
import sys

from wire import frames

log = logging.getLogger("catalogue")


class Catalogue:
    def __init__(self):
        self.books = {}

    def add(self, title, author, year):
        self.books[title] = {"author": author, "year": year}
        return len(self.books)

    def find(self, author):
        return [title for title, book in self.books.items() if book["author"] == author]

    def years(self):
        return sorted({book["year"] for book in self.books.values()})


class Session:
    """One client's requests, one after the other."""

    ALLOWED = ("add", "find", "years")

    def __init__(self, connection, catalogue):
        self.connection = connection
        self.catalogue = catalogue

    def answer(self, request):
        if request["do"] not in self.ALLOWED:
            return {"error": "no such request"}
        try:
            return {"result": getattr(self.catalogue, request["do"])(*request["with"])}
        except (TypeError, KeyError) as error:
            return {"error": str(error)}

    def run(self):
        while True:
            try:
                request = frames.read(self.connection)
            except frames.ConnectionLost:
                return
            frames.write(self.connection, self.answer(request))


def main():
    logging.basicConfig(level=logging.INFO)
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        Session(connection, Catalogue()).run()
    log.info("the client has gone")


if __name__ == "__main__":
    main()
