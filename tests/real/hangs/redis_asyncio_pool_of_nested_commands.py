# Each task holds one of two connections and asks for a second one.
# https://github.com/aio-libs/aiopg/issues/127
import asyncio
import socket
import subprocess
import time

import redis
import redis.asyncio

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


async def count(pool, name):
    async with redis.asyncio.Redis(connection_pool=pool).client() as connection:
        await connection.set(name, 1)
        await asyncio.sleep(0.2)
        await redis.asyncio.Redis(connection_pool=pool).incr("all")  # <-- here


async def main():
    pool = redis.asyncio.BlockingConnectionPool(max_connections=2, timeout=None, port=port)
    print("READY", flush=True)
    await asyncio.gather(*(count(pool, name) for name in ("a", "b", "c")))  # <-- also


asyncio.run(main())
