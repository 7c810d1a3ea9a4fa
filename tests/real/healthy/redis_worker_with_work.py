# A worker pops jobs that come every four seconds.
import socket
import subprocess
import threading
import time

import redis

with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
options = ["--port", str(port), "--save", "", "--daemonize", "no"]
server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
client = redis.Redis("127.0.0.1", port, socket_timeout=None)
for _ in range(100):
    try:
        client.ping()
        break
    except redis.ConnectionError:
        time.sleep(0.1)


def push():
    while True:
        client.lpush("jobs", 1)
        time.sleep(4)


threading.Thread(target=push, name="producer", daemon=True).start()
print("READY", flush=True)
while True:
    print(client.brpop("jobs", 0))
