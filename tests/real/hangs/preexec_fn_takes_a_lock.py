# What runs between fork and exec takes a lock that another thread held at the fork; the parent waits
# for the child to report that it has executed its program.
# https://github.com/kirodotdev/KiroCrew/issues/935
import resource
import subprocess
import threading
import time

limits = {resource.RLIMIT_CORE: 0}
limits_lock = threading.Lock()
taken = threading.Event()


def refresh():
    while True:
        with limits_lock:
            taken.set()
            time.sleep(0.5)
            limits[resource.RLIMIT_CORE] = 0
        time.sleep(0.1)


def apply_limits():
    with limits_lock:  # <-- here
        for kind, value in limits.items():
            resource.setrlimit(kind, (value, value))


threading.Thread(target=refresh, daemon=True, name="refresh").start()
taken.wait()
print("READY", flush=True)
listing = subprocess.run(["ls", "/"], preexec_fn=apply_limits, stdout=subprocess.PIPE)  # <-- here
print(listing.returncode)
