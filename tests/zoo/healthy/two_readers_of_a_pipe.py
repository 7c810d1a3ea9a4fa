# healthy:
import os
import threading
import time

out, into = os.pipe()


def read(name):
    while os.read(out, 1):
        pass


def write():
    while True:
        os.write(into, b"x")
        time.sleep(0.4)


for n in range(2):
    threading.Thread(target=read, args=(n,), name="reader-%d" % n).start()
print("READY", flush=True)
write()
