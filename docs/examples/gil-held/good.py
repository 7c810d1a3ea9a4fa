"""A till that waits for the card reader, and a clock on its display."""

import ctypes
import threading
import time

reader = ctypes.CDLL(None)  # stands for the maker's library


def clock():
    while True:
        print(time.strftime("%X"), end="\r", flush=True)
        time.sleep(1)


def wait_for_card(seconds):
    """Comes back when a card is put in, or the time is over."""
    return reader.sleep(seconds)


threading.Thread(target=clock, name="clock", daemon=True).start()
time.sleep(1.5)
wait_for_card(1)
