"""Scan a letter of three pages and post it."""

import logging
import threading
import time

from post import office, scanner


def lamp(on):
    """The lamp of the scanner goes off when nothing was scanned for a while."""
    while on.is_set():
        time.sleep(0.5)


def main():
    logging.basicConfig(level=logging.INFO)
    on = threading.Event()
    on.set()
    threading.Thread(target=lamp, args=[on], name="lamp", daemon=True).start()
    receiver = office.Office()
    receiver.start()
    poster = scanner.Poster(receiver.port)
    for number, strips in enumerate((4, 9, 2), 1):
        status, receipt = poster.post(scanner.Page(f"letter-{number}", strips))
        print("page", number, status, receipt, flush=True)
    print(len(receiver.pages), "pages")


if __name__ == "__main__":
    main()
