"""Pumps log each stroke; the journal goes out by fax, and the pumps wait for room in its queue."""

import logging
import threading
import time

from handlers import set_up

log = logging.getLogger("pumps")


def pump(strokes):
    for stroke in range(strokes):
        log.info("stroke %d", stroke)
        time.sleep(0.5)


def main():
    listener = set_up()
    listener.start()
    pumps = [threading.Thread(target=pump, args=(60,), name=f"pump-{number}") for number in range(3)]
    for thread in pumps:
        thread.start()
    for thread in pumps:
        thread.join()
    listener.stop()


if __name__ == "__main__":
    main()
