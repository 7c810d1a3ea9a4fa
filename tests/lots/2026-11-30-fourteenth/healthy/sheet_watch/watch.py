"""Watch a folder of style sheets, and bundle them when one changes."""

import argparse
import signal
import tempfile
import threading
from pathlib import Path

from author import Author
from tree import Tree


class Watcher:
    def __init__(self, folder, every):
        self.tree = Tree(folder)
        self.every = every
        self.stop = threading.Event()
        self.bundles = 0
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.stop.set())

    def bundle(self, changed):
        texts = [path.read_text() for path in sorted(self.tree.sums)]
        (self.tree.folder / "all.bundle").write_text("".join(texts))
        self.bundles += 1
        print("bundle", self.bundles, "for", ", ".join(path.name for path in changed), flush=True)

    def run(self):
        while not self.stop.wait(self.every):
            if changed := self.tree.changed():
                self.bundle(changed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=float, default=0.5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        author = Author(Path(folder), 16)
        author.start()
        Watcher(folder, options.every).run()
        author.gone.set()
        author.join()


if __name__ == "__main__":
    main()
