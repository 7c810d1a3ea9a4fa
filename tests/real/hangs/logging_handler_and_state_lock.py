# One thread logs while it holds the application's lock, another one is inside of a logging handler
# that needs this lock to describe the state.
# https://github.com/python/cpython/issues/88105
import logging
import threading
import time

state_lock = threading.RLock()
logger = logging.getLogger("station")


class StateHandler(logging.Handler):
    def emit(self, record):
        time.sleep(0.5)
        with state_lock:  # <-- here
            record.state = "open"


def update():
    with state_lock:
        time.sleep(0.2)
        logger.warning("updated")  # <-- here


logger.addHandler(StateHandler())
threading.Thread(target=update, name="updater").start()
print("READY", flush=True)
logger.warning("started")  # <-- also
