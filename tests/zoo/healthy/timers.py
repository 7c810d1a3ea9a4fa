# healthy:
import threading

ticks = []


def tick():
    ticks.append(1)
    threading.Timer(0.3, tick).start()


tick()
print("READY", flush=True)
threading.Event().wait()
