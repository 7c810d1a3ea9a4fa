import contextlib
import json
import os
import pathlib
import subprocess
import sys

import posix_ipc

PRESS = pathlib.Path(__file__).with_name("press.py")


@contextlib.contextmanager
def message_queue(kind):
    queue = posix_ipc.MessageQueue(
        f"/{kind}-{os.getpid()}", posix_ipc.O_CREX, max_messages=8, max_message_size=512
    )
    try:
        yield queue
    finally:
        queue.close()


class Book:
    def __init__(self, title, pages):
        self.title = title
        self.pages = [{"number": n, "lines": 40 + 7 * n % 50} for n in range(1, pages + 1)]

    def __iter__(self):
        return iter(self.pages)

    def __len__(self):
        return len(self.pages)


class Press:
    def __init__(self, pages, reports):
        self.pages = pages
        self.reports = reports
        self.process = subprocess.Popen([sys.executable, PRESS, pages.name, reports.name])
        self.reports.receive()
        for queue in (pages, reports):
            queue.unlink()

    def print(self, book):
        for page in book:
            self.pages.send(json.dumps(page))
        sheets = 0
        for _ in range(len(book)):
            text, _ = self.reports.receive()
            sheets += json.loads(text)["sheets"]
        return sheets

    def close(self):
        self.pages.send(json.dumps({"number": None}))
        self.process.wait()


def main():
    with message_queue("pages") as pages, message_queue("reports") as reports:
        press = Press(pages, reports)
        for book in (Book("Almanac", 12), Book("Atlas", 30)):
            print(f"{book.title}: {press.print(book)} sheets", flush=True)
        press.close()


if __name__ == "__main__":
    main()
