"""Render a film of a dozen frames, nine seconds each."""

import argparse
import os
import tempfile

from farm import frames, journal, limits


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=12)
    parser.add_argument("--nice", type=int, default=3)
    return parser.parse_args()


def main():
    chosen = options()
    with tempfile.TemporaryDirectory() as folder:
        book = journal.Journal(os.path.join(folder, "journal"))
        journal.Saver(book).start()
        renderer = frames.Renderer(book, limits.Limits(nice=chosen.nice))
        for number, light in renderer.film(chosen.frames):
            if number % 2 == 0:
                print("frame", number, f"{light:.3f}", flush=True)
        print(renderer.done, "frames")


if __name__ == "__main__":
    main()
