# healthy:
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

near, far = socket.socketpair()
size = 0


def feed():
    while True:
        far.send(b"x" * 100)
        time.sleep(0.3)


def download():
    global size
    while True:
        data = near.recv(1000)
        if not data:
            return size
        size += len(data)


threading.Thread(target=feed, daemon=True).start()
pool = ThreadPoolExecutor(1)
job = pool.submit(download)
print("READY", flush=True)
while not job.done():
    print(size, flush=True)
    time.sleep(0.2)
