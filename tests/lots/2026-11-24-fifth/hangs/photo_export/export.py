"""Exports photos by a converter of its own, with plumbum."""

import pathlib
import sys

from plumbum import local

HERE = pathlib.Path(__file__).parent
convert = local[sys.executable][str(HERE / "convert.py")]


class Export:
    def __init__(self, photos):
        self.photos = photos
        self.failed = []

    def run(self):
        for photo in self.photos:
            process = convert[photo].popen()
            if process.wait() != 0:
                self.failed.append(photo)
            print(photo, "is done", flush=True)


def main():
    export = Export(["beach.raw", "market.raw", "harbour.raw"])
    export.run()
    print("failed:", export.failed)


if __name__ == "__main__":
    main()
