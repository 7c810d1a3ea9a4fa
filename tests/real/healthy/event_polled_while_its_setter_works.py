# The thread that will set an event computes for minutes.
import threading

done = threading.Event()


def compute():
    total = 0
    for number in range(10**11):
        total += number
    done.set()


threading.Thread(target=compute, name="compute", daemon=True).start()
print("READY", flush=True)
while not done.wait(0.5):
    pass
