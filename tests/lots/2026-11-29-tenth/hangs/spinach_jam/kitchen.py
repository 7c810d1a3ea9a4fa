"""Jobs of a jam kitchen."""

import collections
import threading
import time

from spinach import Engine, MemoryBroker

spin = Engine(MemoryBroker(), namespace="jam")
done = collections.defaultdict(threading.Event)


@spin.task(name="wash")
def wash(fruit):
    time.sleep(0.1)
    done[fruit].set()


@spin.task(name="cook")
def cook(fruit, jars):
    spin.schedule(wash, fruit)
    done[fruit].wait()
    time.sleep(0.1)
    print(jars, "jars of", fruit, flush=True)
