# A child writes to a terminal of its own that nobody reads, and the parent waits for its end.
# https://github.com/ThomasRooney/gexpect/issues/25
import os
import pty
import time

child, terminal = pty.fork()
if child == 0:
    for number in range(20_000):
        print("line", number)  # <-- also
    os._exit(0)
print("READY", flush=True)
os.waitpid(child, 0)  # <-- here
