import json
import os
import signal
import sys
import tempfile
import threading
import time

from bundles import Bundler

PAGES = {
    "start": ["menu.js", "clock.js"],
    "shop": ["menu.js", "cart.js", "prices.js"],
    "help": ["menu.js", "search.js"],
}


def source(name):
    return f"function {name[:-3]}() {{\n    return   {len(name)};\n}}\n" * 40


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)
        self.started = time.monotonic()

    def run(self):
        while True:
            time.sleep(3)
            print(f"{time.monotonic() - self.started:.0f} s", file=sys.stderr, flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: os._exit(143))
    Clock().start()
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        bundler = Bundler(folder)
        bundler.minified("menu.js", source("menu.js"))
        for page, names in PAGES.items():
            sizes[page] = bundler.bundle(page, [(name, source(name)) for name in names])
        bundler.close()
    json.dump(sizes, sys.stdout)


if __name__ == "__main__":
    main()
