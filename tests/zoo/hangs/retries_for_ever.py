# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 text=limit computes=yes
import threading


def search(values, wanted, limit=9):
    tries = position = 0
    while True:  # <-- here~
        position = (position * 5 + 1) % len(values)
        tries += 1
        if limit == 0:
            return -1
        if wanted is None:
            break
    return position


print("READY", flush=True)
thread = threading.Thread(target=search, args=([3, 1, 4], 7), name="search")
thread.start()
thread.join()
