# A task was sent, and its result is waited for; no worker runs.
# https://github.com/celery/celery/issues/2428
import socket
import subprocess
import time

import celery
import redis

with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
options = ["--port", str(port), "--save", "", "--daemonize", "no"]
server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
for _ in range(100):
    try:
        redis.Redis("127.0.0.1", port).ping()
        break
    except redis.ConnectionError:
        time.sleep(0.1)
address = f"redis://127.0.0.1:{port}/0"
app = celery.Celery("shop", broker=address, backend=address)


@app.task
def add(left, right):
    return left + right


result = add.delay(2, 3)
print("READY", flush=True)
print(result.get())  # <-- here
