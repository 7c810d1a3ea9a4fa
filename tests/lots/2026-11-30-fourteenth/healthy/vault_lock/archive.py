"""One clerk seals, two want to look."""

import argparse
import logging
import threading

from vault import Vault


class Reader(threading.Thread):
    def __init__(self, vault, names):
        super().__init__(name=f"reader of {names[0]}", daemon=True)
        self.vault = vault
        self.names = names
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(2):
            for name in self.names:
                self.vault.look(name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    vault = Vault(options.rounds)
    readers = [Reader(vault, ["deed"]), Reader(vault, ["will", "deed"])]
    for reader in readers:
        reader.start()
    for name in ("deed", "will", "letter", "map", "log", "chart", "plan", "receipt", "note", "draft"):
        vault.seal(name, f"the {name} of 1871")
        print("sealed", name, flush=True)
    for reader in readers:
        reader.stop.set()


if __name__ == "__main__":
    main()
