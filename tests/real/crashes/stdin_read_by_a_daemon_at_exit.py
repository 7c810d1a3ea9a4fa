# A daemon thread waits for input when the program ends.
# https://github.com/python/cpython/issues/129536
import os
import sys
import threading
import time


def listen():
    for line in sys.stdin.buffer:  # <-- also
        print("command", line)


silent, _ = os.pipe()
os.dup2(silent, 0)  # an input that says nothing
threading.Thread(target=listen, daemon=True).start()
time.sleep(0.5)
print("nothing more to do")
