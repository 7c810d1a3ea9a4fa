# One thread holds a lock of the program and imports a module; the thread that imports this module
# already runs code of it that takes the same lock.
# https://github.com/ray-project/ray/issues/17980
import importlib
import pathlib
import sys
import threading
import time

lock = threading.Lock()
PLUGIN = """
import time
import __main__
time.sleep(0.3)
__main__.register("plugin")
"""
registered = []


def register(name):
    with lock:  # <-- here
        registered.append(name)


def load():
    importlib.import_module("plugin_of_a_program")  # <-- also


def fetch():
    with lock:
        time.sleep(0.6)
        import plugin_of_a_program  # <-- here

        return plugin_of_a_program


pathlib.Path("plugin_of_a_program.py").write_text(PLUGIN)
sys.path.insert(0, "")
threads = [threading.Thread(target=load, name="loader"), threading.Thread(target=fetch, name="fetch")]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
