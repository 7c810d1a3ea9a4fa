# A lock of the unpatched threading module is held across a switch of green threads.
# https://github.com/eventlet/eventlet/pull/309
import eventlet
from eventlet import patcher

threading = patcher.original("threading")
config_lock = threading.Lock()


def reload(name):
    with config_lock:  # <-- here
        eventlet.sleep(0.2)  # <-- here
        print(name)


green = [eventlet.spawn(reload, name) for name in ("first", "second")]
print("READY", flush=True)
for thread in green:
    thread.wait()  # <-- also
