"""Jobs of spinach that take their time: one waits for a thread of its own, which is at work."""

import threading
import time

from spinach import Engine, MemoryBroker

spin = Engine(MemoryBroker(), namespace="orchard")


def press(apples, done):
    for _ in range(apples):
        time.sleep(1)
    done.set()


@spin.task(name="juice")
def juice(apples):
    done = threading.Event()
    threading.Thread(target=press, args=(apples, done), name="press").start()
    done.wait()
    print("juice of", apples, flush=True)


for apples in (25, 40, 30):
    spin.schedule(juice, apples)
spin.start_workers(number=1, block=True, stop_when_queue_empty=True)
