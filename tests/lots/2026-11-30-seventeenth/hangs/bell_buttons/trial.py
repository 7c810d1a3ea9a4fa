"""Tries the panel of a house before it is mounted."""

import sys

from panel import Panel
from rig import rig

PLAN = [(17, 0.2), (27, 0.4), (17, 1.0)]


def main():
    factory, finger = rig()
    panel = Panel(factory)
    for pin, seconds in PLAN:
        finger.press(pin, seconds)
        finger.done.acquire()
        print("pressed", pin, flush=True)
    print(panel.times())
    panel.close()
    return 0 if sum(panel.times().values()) == len(PLAN) else 1


if __name__ == "__main__":
    sys.exit(main())
