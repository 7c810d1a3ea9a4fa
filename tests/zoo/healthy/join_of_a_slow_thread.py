# healthy: computes=yes
import threading


def collatz(limit):
    longest = 0
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        longest = max(longest, steps)
    return longest


worker = threading.Thread(target=collatz, args=(10**8,), name="collatz")
worker.start()
print("READY", flush=True)
worker.join()
