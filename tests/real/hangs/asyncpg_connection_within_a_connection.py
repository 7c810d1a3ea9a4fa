# Each order holds a connection of the pool and asks for a second one; all are held by orders.
# https://github.com/MagicStack/asyncpg/issues/5
import asyncio
import os
import shutil
import subprocess

import asyncpg

folder = os.path.abspath("data")
user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
os.mkdir(folder)
if user:
    shutil.chown(folder, 65534, 65534)
    os.chmod(".", 0o755)
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": {**os.environ, "HOME": folder}}
subprocess.run([*user, "initdb", "-D", folder, "-U", "shop", "-A", "trust", "-N"], check=True, **quiet)
options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]
server = subprocess.Popen([*user, "postgres", "-D", folder, *options], **quiet)


async def connect():
    for _ in range(100):
        try:
            return await asyncpg.create_pool(
                host=folder, user="shop", database="postgres", min_size=2, max_size=2
            )
        except (OSError, asyncpg.PostgresError):
            await asyncio.sleep(0.1)


async def price(pool, item):
    async with pool.acquire() as connection:  # <-- here
        return await connection.fetchval("select 3 * $1::int", item)


async def order(pool, item):
    async with pool.acquire() as connection:  # <-- also
        await connection.execute("select pg_sleep(0.2)")
        return await price(pool, item)  # <-- here


async def main():
    pool = await connect()
    print("READY", flush=True)
    print(await asyncio.gather(order(pool, 1), order(pool, 2)))  # <-- also


asyncio.run(main())
