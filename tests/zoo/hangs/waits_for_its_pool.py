# hang: cause=pool-starvation confidence=certain|likely python=3.8-3.15
import time
from concurrent.futures import ThreadPoolExecutor, wait

pool = ThreadPoolExecutor(max_workers=3)


def total(number):
    time.sleep(0.1)
    parts = [pool.submit(pow, number, power) for power in range(3)]
    wait(parts)  # <-- here
    return sum(part.result() for part in parts)


print("READY", flush=True)
print(list(pool.map(total, range(5))))
