"""Launches a program of this folder by its name, as the kitchen's script does."""

import os
import runpy
import sys


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    name, *arguments = sys.argv[1:]
    sys.argv[1:] = arguments
    sys.path.insert(0, folder)
    runpy.run_path(os.path.join(folder, f"{name}.py"), run_name="__main__")


if __name__ == "__main__":
    main()
