# A job was put into the queue, and asked again and again whether it is done; no worker runs.
# https://github.com/rq/rq/issues/13
import socket
import subprocess
import time

import redis
import rq

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
queue = rq.Queue(connection=redis.Redis("127.0.0.1", port))
job = queue.enqueue("shop.count", "apples")
print("READY", flush=True)
while not job.is_finished:  # <-- here
    time.sleep(0.2)  # <-- here
print(job.return_value())
