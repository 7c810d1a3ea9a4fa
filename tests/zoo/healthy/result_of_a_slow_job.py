# healthy: computes=yes
from concurrent.futures import ThreadPoolExecutor


def primes(limit):
    found = []
    for n in range(2, limit):
        if all(n % p for p in found):
            found.append(n)
    return found


with ThreadPoolExecutor(2) as pool:
    job = pool.submit(primes, 10**7)
    print("READY", flush=True)
    job.result()
