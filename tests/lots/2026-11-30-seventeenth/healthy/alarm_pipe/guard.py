import os
import signal
import threading
import time

from house import House

NAMES = {signal.SIGALRM: "round", signal.SIGUSR1: "door"}


def visitors(pause):
    while True:
        time.sleep(pause)
        os.kill(os.getpid(), signal.SIGUSR1)


def main():
    house = House()
    house.watch(NAMES)
    signal.setitimer(signal.ITIMER_REAL, 11, 11)
    threading.Thread(target=visitors, args=(17,), name="visitors", daemon=True).start()
    for number, event in enumerate(house.events(), 1):
        with house.lock:
            house.rooms.append(NAMES[event])
        print(number, NAMES[event], flush=True)


if __name__ == "__main__":
    main()
