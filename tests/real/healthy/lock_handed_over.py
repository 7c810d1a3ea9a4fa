# Two threads hand the turn to each other: each releases the lock that the other one waits for.
import threading
import time

turns = [threading.Lock(), threading.Lock()]
turns[1].acquire()


def play(mine, others):
    while True:
        mine.acquire()
        time.sleep(1.2)
        others.release()


threading.Thread(target=play, args=turns, name="white", daemon=True).start()
print("READY", flush=True)
play(turns[1], turns[0])
