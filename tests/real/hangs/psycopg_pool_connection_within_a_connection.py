# Each order holds a connection of the pool and asks for a second one; all are held by orders.
# https://www.psycopg.org/psycopg3/docs/advanced/pool.html
import os
import shutil
import subprocess
import threading
import time

from psycopg_pool import ConnectionPool

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
time.sleep(2)
pool = ConnectionPool(f"host={folder} user=shop dbname=postgres", min_size=2, max_size=2, timeout=86400)


def price(item):
    with pool.connection() as connection:  # <-- here
        return connection.execute("select 3 * %s::int", (item,)).fetchone()


def order(item):
    with pool.connection() as connection:  # <-- also
        connection.execute("select pg_sleep(0.3)")
        return price(item)  # <-- here


clerks = [threading.Thread(target=order, args=(n,), name=f"clerk-{n}") for n in range(2)]
for clerk in clerks:
    clerk.start()
time.sleep(1)
print("READY", flush=True)
for clerk in clerks:
    clerk.join()  # <-- also
