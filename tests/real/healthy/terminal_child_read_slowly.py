# A child writes to its terminal as fast as it can; the parent reads a little each second.
import os
import pty
import time

child, terminal = pty.fork()
if child == 0:
    while True:
        print("line")
time.sleep(0.5)
print("READY", flush=True)
while True:
    print(len(os.read(terminal, 100)))
    time.sleep(1)
