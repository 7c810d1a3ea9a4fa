# healthy:
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "modules"))


def use():
    import slow_to_import  # noqa: F401


threads = [threading.Thread(target=use, name=f"importer-{n}") for n in range(2)]
for thread in threads:
    thread.start()
    time.sleep(0.2)
print("READY", flush=True)
for thread in threads:
    thread.join()
