"""Builds a film with ninja, one step at a time, as the machine is small."""

import os
import sys

import ninja


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    os.makedirs("film", exist_ok=True)
    if not os.path.exists("film/pipe"):
        os.mkfifo("film/pipe")
    with open(os.path.join(here, "build.ninja"), encoding="utf-8") as source:
        text = source.read()
    with open("film/build.ninja", "w", encoding="utf-8") as target:
        target.write(f"python = {sys.executable}\n{text}")
    program = os.path.join(ninja.BIN_DIR, "ninja")
    os.execv(program, [program, "-f", "film/build.ninja", "-j", "1"])


if __name__ == "__main__":
    main()
