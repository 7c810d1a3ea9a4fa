# Reads a file that grows now and then.
import threading
import time

log = open("service.log", "w", buffering=1)


def write():
    while True:
        log.write("line\n")
        time.sleep(2)


threading.Thread(target=write, name="service", daemon=True).start()
reading = open("service.log")
print("READY", flush=True)
while True:
    line = reading.readline()
    if not line:
        time.sleep(0.2)
        continue
    print(line)
