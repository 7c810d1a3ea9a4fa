# Events go into a message queue of the kernel, whose reader was not started: the queue is full at ten.
# https://github.com/reddit/baseplate.py/issues/600
import os

import posix_ipc

queue = posix_ipc.MessageQueue(f"/events-{os.getpid()}", posix_ipc.O_CREX, max_messages=10)
queue.unlink()


def emit(event):
    queue.send(event)  # <-- here


print("READY", flush=True)
for number in range(20):
    emit(f"event {number}")  # <-- also
