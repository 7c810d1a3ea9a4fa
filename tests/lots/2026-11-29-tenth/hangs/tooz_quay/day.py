"""A day at the harbour: each ship is a process."""

import os
import subprocess
import sys
import tempfile

SHIPS = [("Emma", "quay", "crane"), ("Olga", "crane", "quay")]


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ship.py")
    with tempfile.TemporaryDirectory() as folder:
        ships = [subprocess.Popen([sys.executable, program, folder, *ship]) for ship in SHIPS]
        for ship in ships:
            ship.wait()
    print("the harbour is empty")


if __name__ == "__main__":
    main()
