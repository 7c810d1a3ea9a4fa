# A greenlet waits for a native thread that answers through the hub: nothing runs the hub meanwhile.
# https://github.com/gevent/gevent/issues/2010
import threading

import gevent
from gevent.event import AsyncResult

answered = threading.Event()
question = AsyncResult()


def answer():
    question.get()
    answered.set()


gevent.spawn(answer)
gevent.spawn_later(0.5, question.set, "why")
gevent.sleep(0.1)
print("READY", flush=True)
answered.wait()  # <-- here
