import sys
import threading
import time

from devices import Devices
import config

ROOMS = ["attic", "cellar", "kitchen", "workshop behind the boat house"]


def blink():
    while True:
        time.sleep(0.1)


def main():
    threading.Thread(target=blink, name="led", daemon=True).start()
    devices = Devices(sys.argv[1])
    for number, room in enumerate(ROOMS):
        with devices.device(number) as handle:
            devices.label(handle, room)
            print(number, room, flush=True)


if __name__ == "__main__":
    settings = config.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
