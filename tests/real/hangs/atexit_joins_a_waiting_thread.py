# A cleanup at exit joins a thread that waits for an event which a later cleanup was to set.
# https://github.com/gevent/gevent/issues/747
import atexit
import threading

stopped = threading.Event()


def monitor():
    stopped.wait()  # <-- here


thread = threading.Thread(target=monitor, name="monitor", daemon=True)
thread.start()
atexit.register(stopped.set)
atexit.register(thread.join)
print("READY", flush=True)
