"""The counter of a café: orders go over HTTP, as they come from tables, too."""

import logging
import os
import tempfile
import urllib.parse
import urllib.request

from barista import Barista
from litequeue import LiteQueue
from orders_site import serve

ORDERS = ["espresso", "tea", "flat white", "cocoa"]


def order(base, drink):
    drink = urllib.parse.quote(drink)
    with urllib.request.urlopen(f"{base}/{drink}") as answer:
        return answer.read().decode()


def main():
    logging.basicConfig(level=logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cafe.db")
        for name in ("orders", "answers"):
            LiteQueue(path, queue_name=name)
        Barista(path).start()
        base = serve(path)
        for drink in ORDERS:
            print(order(base, drink), flush=True)


if __name__ == "__main__":
    main()
