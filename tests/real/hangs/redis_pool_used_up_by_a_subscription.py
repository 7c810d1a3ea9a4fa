# A pool of one connection: the subscription has it, and the next command waits for one.
# https://github.com/redis/redis-py/pull/340
import socket
import subprocess
import time

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
pool = redis.BlockingConnectionPool(max_connections=1, timeout=None, port=port)
client = redis.Redis(connection_pool=pool)
news = client.pubsub()
news.subscribe("news")  # <-- also
print("READY", flush=True)
print(client.get("headline"))  # <-- here
