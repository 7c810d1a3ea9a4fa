"""Runs the scenarios of the stage, as `make check` does."""

import os

import vedro

HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    os.chdir(HERE)
    vedro.run(["run"])
