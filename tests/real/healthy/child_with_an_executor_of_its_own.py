# A program has used its executor and forks; the child makes one of its own, as it should, and waits
# for a job that takes long.
# https://github.com/rohanpm/more-executors/issues/140
import os
import time
from concurrent.futures import ThreadPoolExecutor


def slow(seconds):
    time.sleep(seconds)
    return seconds


executor = ThreadPoolExecutor(max_workers=1)
print(executor.submit(slow, 0.1).result())
child = os.fork()
if child == 0:
    executor = ThreadPoolExecutor(max_workers=1)
    print(executor.submit(slow, 60).result())
    os._exit(0)
print("READY", flush=True)
os.waitpid(child, 0)
