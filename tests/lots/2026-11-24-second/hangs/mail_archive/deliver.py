"""Puts mails into the archive: first into the box, then into the index."""

import sys
import time

from archive import Archive


def deliver(archive, mail):
    with archive.locked_box() as box:
        at = box.tell()
        box.write(mail)
        time.sleep(0.05)
        with archive.transaction() as db:  # <-- here
            db.execute("INSERT INTO mails (at, size) VALUES (?, ?)", (at, len(mail)))


def main(index, box):
    archive = Archive(index, box)
    for number in range(2000):
        deliver(archive, b"Subject: %d\n\nHello.\n" % number)


if __name__ == "__main__":
    main(*sys.argv[1:])
