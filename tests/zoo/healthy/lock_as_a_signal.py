# healthy:
import threading
import time

gate = threading.Lock()
gate.acquire()


def open_gate():
    while True:
        time.sleep(0.3)
        gate.release()


threading.Thread(target=open_gate, daemon=True).start()
print("READY", flush=True)
passed = 0
while True:
    gate.acquire()
    passed += 1
