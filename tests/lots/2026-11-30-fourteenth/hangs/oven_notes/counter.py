"""Ask the baker when the bread is ready: python counter.py"""

import os
import subprocess
import sys
import threading
import time

import posix_ipc
from notes import Notes

HERE = os.path.dirname(os.path.abspath(__file__))
ORDERS = [("rye", 2), ("roll", 12), ("spelt", 1), ("rye", 1)]


class Bell(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="bell")
        self.rung = 0

    def run(self):
        while True:
            time.sleep(0.7)
            self.rung += 1


def main():
    name = f"/oven-{os.getpid()}"
    try:
        posix_ipc.unlink_message_queue(name)
    except posix_ipc.ExistentialError:
        pass
    notes = Notes(name, create=True)
    baker = subprocess.Popen([sys.executable, os.path.join(HERE, "baker.py"), name])
    Bell().start()
    notes.get("open")
    notes.hide()
    for bread, number in ORDERS:
        notes.put("order", bread=bread, number=number)
        promise = notes.get("promise")
        print(number, bread, promise["minutes"], "minutes", flush=True)
    notes.put("order", bread="none", number=0)
    baker.wait()
    notes.close()


if __name__ == "__main__":
    main()
