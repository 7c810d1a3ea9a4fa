"""Start the service of offers, and let four customers ask it."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile

from quotes import Press, Quotes

log = logging.getLogger("printer")


def customer(name, address, books):
    with socket.create_connection(address) as link, link.makefile("rw") as stream:
        for pages, copies in books:
            stream.write(f"{pages} {copies}\n")
            stream.flush()
            log.info("%s: %s", name, stream.readline().strip())


class Diary:
    """Who came in, by a signal: kill -USR1 shows it."""

    def __init__(self):
        self.lines = []
        signal.signal(signal.SIGUSR1, self.show)

    def note(self, text):
        self.lines.append(text)

    def show(self, *_):
        for line in self.lines:
            log.info("diary: %s", line)


def main():
    diary = Diary()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as folder:
        server = Quotes(Press(os.path.join(folder, "sheet")))
        people = [
            multiprocessing.Process(
                target=customer,
                args=(name, server.server_address, [(100 + 20 * n, 500) for n in range(8)]),
                daemon=True,
            )
            for name in ("Abel", "Bea", "Cora", "Dag")
        ]
        for person in people:
            person.start()
            diary.note(f"{person.name} has come")
        server.serve_forever(poll_interval=2)


if __name__ == "__main__":
    main()
