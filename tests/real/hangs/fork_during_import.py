# A thread imports a slow module while the main thread forks: in the child, the module's lock belongs
# to a thread that does not exist there.
# https://github.com/python/cpython/issues/50970
import os
import sys
import threading
import time
import types

sys.path.insert(0, os.getcwd())
with open("slow_settings.py", "w") as file:
    file.write("import time\ntime.sleep(600)\n")


def load():
    import slow_settings


threading.Thread(target=load, name="preloader", daemon=True).start()
time.sleep(0.5)
child = os.fork()  # <-- here
if child == 0:
    import slow_settings  # <-- here
print("READY", flush=True)
os.waitpid(child, 0)  # <-- also
