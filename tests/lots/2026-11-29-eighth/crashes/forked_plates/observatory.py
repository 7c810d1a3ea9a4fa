"""Plates are scanned here, and looked at in a process of their own."""

import argparse
import multiprocessing

from plate_names import SHELF
from scanner import Scanner


class Assistant(multiprocessing.get_context("fork").Process):
    def __init__(self, scanner, results):
        super().__init__(name="assistant")
        self.scanner = scanner
        self.results = results

    def run(self):
        for number in range(self.scanner.count):
            self.results.put((number, self.scanner.brightness(number)))
        self.results.put(None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--plates", type=int, default=len(SHELF))
    chosen = parser.parse_args()
    scanner = Scanner(chosen.library, chosen.plates)
    scanner.scan()
    print("the first plate:", SHELF[0], scanner.brightness(0), flush=True)
    results = multiprocessing.get_context("fork").SimpleQueue()
    assistant = Assistant(scanner, results)
    assistant.start()
    assistant.join()
    if assistant.exitcode:
        raise SystemExit(f"the assistant ended with {assistant.exitcode}")
    while (result := results.get()) is not None:
        print(*result, flush=True)


if __name__ == "__main__":
    main()
