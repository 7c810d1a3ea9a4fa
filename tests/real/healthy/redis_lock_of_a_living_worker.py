# A lock of redis is held by a thread that works for half a minute.
import socket
import subprocess
import threading
import time

import redis

with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
options = ["--port", str(port), "--save", "", "--daemonize", "no"]
server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
client = redis.Redis("127.0.0.1", port)
for _ in range(100):
    try:
        client.ping()
        break
    except redis.ConnectionError:
        time.sleep(0.1)


def report():
    while True:
        with client.lock("report"):
            time.sleep(30)


threading.Thread(target=report, name="report", daemon=True).start()
time.sleep(0.5)
print("READY", flush=True)
with client.lock("report"):
    print("mine")
