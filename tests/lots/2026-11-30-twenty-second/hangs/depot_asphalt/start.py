"""Starts the depot as the service's unit does."""

import os
import sys

from asphalt.core import cli

HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.path.insert(0, HERE)
    cli.main(["run", os.path.join(HERE, "config.yaml")])
