"""The badges of the meeting, drawn by two processes, most urgent first."""

import csv
import io
import logging
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed

from badge import Badge, Guest

LIST = """number,name,club
11,Ida Brandt,Rowers of the North Bank
12,Per Olofsson,Harbour Choir
13,Maria-Theresia von Hohenberg,Rowers of the North Bank
14,Jan Kos,Society for the Preservation of Narrow Gauge Railways and Branch Lines in the Lower Valleys
15,Tomas Lund,Harbour Choir
"""

log = logging.getLogger("desk")


def guests(text):
    for row in csv.DictReader(io.StringIO(text)):
        yield Guest(row["name"], row["club"], int(row["number"]))


def print_badge(guest):
    return guest.number, len(Badge(guest).draw())


class Desk:
    def __init__(self, processes=2):
        self.processes = processes
        self.sizes = {}
        self.open = threading.Event()

    def queue_display(self):
        while self.open.is_set():
            log.debug("%d badges lie ready", len(self.sizes))
            threading.Event().wait(1)

    def run(self, everybody):
        self.open.set()
        display = threading.Thread(target=self.queue_display, daemon=True)
        display.start()
        with ProcessPoolExecutor(self.processes) as pool:
            orders = {pool.submit(print_badge, guest): guest for guest in everybody}
            for order in as_completed(orders):
                number, size = order.result()
                self.sizes[number] = size
                print(orders[order].name, size, "bytes", flush=True)
        self.open.clear()
        return self.sizes


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    Desk().run(sorted(guests(LIST), key=lambda guest: guest.number))
