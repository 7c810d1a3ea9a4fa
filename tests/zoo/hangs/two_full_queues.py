# hang: cause=deadlock confidence=likely names=left,right
import queue
import threading


def relay(source, target):
    while True:
        number = source.get()
        for _ in range(3):
            target.put(number)  # <-- here


one, two = queue.Queue(maxsize=2), queue.LifoQueue(maxsize=2)
threading.Thread(target=relay, args=(one, two), name="left").start()
threading.Thread(target=relay, args=(two, one), name="right").start()
one.put(1)
print("READY", flush=True)
