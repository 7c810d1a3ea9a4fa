# hang: cause=deadlock confidence=certain
import threading
import time

forks = [threading.Lock() for _ in range(3)]
seated = threading.Barrier(3)


def dine(seat):
    left, right = forks[seat], forks[(seat + 1) % 3]
    with left:  # <-- here
        seated.wait()
        with right:  # <-- here
            time.sleep(0.01)


guests = [threading.Thread(target=dine, args=(n,), name=f"guest-{n}") for n in range(3)]
for guest in guests:
    guest.start()
print("READY", flush=True)
for guest in guests:
    guest.join()
