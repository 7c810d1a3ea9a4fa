"""Jobs of a jam kitchen."""

import threading
import time

from spinach import Engine, MemoryBroker

spin = Engine(MemoryBroker(), namespace="jam")
washed = {}


@spin.task(name="wash")
def wash(fruit, done):
    time.sleep(0.1)
    washed[fruit] = True
    done.set()


@spin.task(name="cook")
def cook(fruit, jars):
    done = threading.Event()
    spin.schedule(wash, fruit, done)
    done.wait()
    time.sleep(0.1)
    print(jars, "jars of", fruit, flush=True)
