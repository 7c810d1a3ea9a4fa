# healthy: first=yes
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(4)
print(sum(pool.map(lambda n: n * n, range(20))))
print("READY", flush=True)
while True:
    time.sleep(1)
