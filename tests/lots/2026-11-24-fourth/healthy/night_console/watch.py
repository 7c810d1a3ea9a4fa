"""Watches the console of a machine for too high a pressure."""

import os
import sys

import pexpect

MACHINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "machine.py")


class Console:
    def __init__(self):
        self.child = pexpect.spawn(sys.executable, [MACHINE], encoding="utf-8", timeout=None)

    def pressures(self):
        while True:
            self.child.expect(r"cycle (\d+) of the pump: (\d+) bar\r\n")
            yield int(self.child.match[1]), int(self.child.match[2])


def main():
    for cycle, pressure in Console().pressures():
        print(cycle, "too high" if pressure > 12 else "fine", flush=True)


if __name__ == "__main__":
    main()
