# The main thread of a service waits for an event that nobody sets, so that its threads go on.
import threading
import time


def poll_sensor():
    while True:
        print(time.time())
        time.sleep(2)


threading.Thread(target=poll_sensor, name="sensor", daemon=True).start()
print("READY", flush=True)
threading.Event().wait()
