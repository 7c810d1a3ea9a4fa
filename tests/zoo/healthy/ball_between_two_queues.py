# healthy:
import queue
import threading

one, two = queue.Queue(), queue.Queue()


def play(mine, other):
    while True:
        try:
            ball = mine.get(timeout=0.5)
        except queue.Empty:
            continue
        if ball is None:
            break
        threading.Event().wait(0.01)
        other.put(ball)


one.put("ball")
threading.Thread(target=play, args=(one, two), name="ping").start()
print("READY", flush=True)
play(two, one)
