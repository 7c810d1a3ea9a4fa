# The server was stopped; the client has no timeout.
# https://github.com/redis/redis-py/issues/2243
import os
import signal
import socket
import subprocess
import time

import redis

with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
options = ["--port", str(port), "--save", "", "--daemonize", "no"]
server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
client = redis.Redis("127.0.0.1", port, socket_timeout=None)
for _ in range(100):
    try:
        client.set("stock", 3)
        break
    except redis.ConnectionError:
        time.sleep(0.1)
os.kill(server.pid, signal.SIGSTOP)
print("READY", flush=True)
print(client.get("stock"))  # <-- here
