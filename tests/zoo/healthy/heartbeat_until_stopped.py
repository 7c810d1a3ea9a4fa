# healthy:
import threading

stop = threading.Event()
beats = 0


def beat():
    global beats
    while not stop.wait(0.2):
        beats += 1


thread = threading.Thread(target=beat, name="heartbeat")
thread.start()
print("READY", flush=True)
thread.join()
