"""Runs the features of the yard, as `make check` does."""

import os
import sys

from radish.main import main

HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    sys.exit(main(args=[os.path.join(HERE, "features"), "-b", os.path.join(HERE, "steps")]))
