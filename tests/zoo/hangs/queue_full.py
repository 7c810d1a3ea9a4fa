# hang: cause=waits-for-nobody confidence=certain|likely
import queue
import threading

frames = queue.Queue(maxsize=4)


def show():
    for _ in range(3):
        frames.get()


viewer = threading.Thread(target=show)
viewer.start()
print("READY", flush=True)
for number in range(20):
    frames.put(number)  # <-- here
