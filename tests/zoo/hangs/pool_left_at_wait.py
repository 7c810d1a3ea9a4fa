# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=stopped
import threading
from concurrent.futures import ThreadPoolExecutor

stopped = threading.Event()
print("READY", flush=True)
with ThreadPoolExecutor(2) as pool:  # <-- here~
    for _ in range(2):
        pool.submit(stopped.wait)
stopped.set()
