# Two threads read from one pipe; the writer says something every second and a half.
import os
import threading
import time

reading, writing = os.pipe()


def read(name):
    while True:
        print(name, os.read(reading, 100))


for name in ("left", "right"):
    threading.Thread(target=read, args=(name,), name=name, daemon=True).start()
print("READY", flush=True)
while True:
    os.write(writing, b"tick")
    time.sleep(1.5)
