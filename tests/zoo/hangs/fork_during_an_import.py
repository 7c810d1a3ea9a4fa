# hang: cause=fork-held-lock confidence=certain|likely python=3.8-3.15 core=no
# As in python/cpython#50970: the lock of a module that another thread imports at the fork.
import os
import sys
import tempfile
import threading
import time

folder = tempfile.mkdtemp()
with open(os.path.join(folder, "slow_settings.py"), "w") as file:
    file.write("import time\ntime.sleep(600)\n")
sys.path.insert(0, folder)


def load():
    import slow_settings  # noqa: F401


threading.Thread(target=load, name="preloader", daemon=True).start()
time.sleep(0.3)
pid = os.fork()
if pid == 0:
    import slow_settings  # noqa: F401  # <-- here

    os._exit(0)
print("READY", flush=True)
os.waitpid(pid, 0)
