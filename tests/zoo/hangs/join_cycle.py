# hang: cause=deadlock confidence=certain|likely python=3.8-3.15
import threading
import time

threads = {}


def wait_for(other):
    time.sleep(0.2)
    threads[other].join()  # <-- here


threads["north"] = threading.Thread(target=wait_for, args=("south",), name="north")
threads["south"] = threading.Thread(target=wait_for, args=("north",), name="south")
for thread in list(threads.values()):
    thread.start()
print("READY", flush=True)
