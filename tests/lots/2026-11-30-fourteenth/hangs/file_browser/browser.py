"""Shows files that are there twice.

    python browser.py --headless    (presses "s" and "r" by itself)
"""

import argparse

from scanner import Scanner
from textual.app import App
from textual.widgets import Footer, Label, ListItem, ListView


def sample(number):
    for n in range(number):
        yield f"picture{n:03d}.png", b"png" * (n % 7)


class Duplicates(App):
    BINDINGS = [("s", "scan", "Scan"), ("r", "rescan", "Scan again"), ("q", "quit", "Quit")]

    def __init__(self, files):
        super().__init__()
        self.files = files
        self.scanner = None
        self.beats = 0

    def compose(self):
        yield Label("no scan yet")
        yield ListView()
        yield Footer()

    def on_mount(self):
        self.set_interval(0.5, self.beat)

    def beat(self):
        self.beats += 1
        self.query_one(Label).update(f"{len(self.query_one(ListView))} found")

    def action_scan(self):
        self.scanner = Scanner(self.files, self.found)
        self.scanner.start()

    def action_rescan(self):
        if self.scanner:
            self.scanner.stop()
        self.query_one(ListView).clear()
        self.action_scan()

    def found(self, name, other):
        self.call_from_thread(self.show, name, other)

    def show(self, name, other):
        self.query_one(ListView).append(ListItem(Label(f"{name} is {other}")))


async def visitor(pilot):
    await pilot.press("s")
    await pilot.pause(1)
    await pilot.press("r")
    await pilot.pause(2)
    await pilot.press("q")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headless", action="store_true")
    options = parser.parse_args()
    app = Duplicates(list(sample(200)))
    app.run(headless=options.headless, auto_pilot=visitor if options.headless else None)


if __name__ == "__main__":
    main()
