import sys
import time

from drones import Hangar
from missions import Day, Mission


def main():
    hangar = Hangar()
    day = Day(hangar)
    for number in range(1, 9):
        day.start(Mission(f"mission {number}", range(number, number + 200)))
        print(day.started, "started", flush=True)
        time.sleep(0.05)
    while hangar.flown() < 1000:
        time.sleep(0.05)
    print(round(hangar.flown()), "m flown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
