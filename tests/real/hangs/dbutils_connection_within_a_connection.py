# Each job holds a connection of the pool and asks for a second one; the pool waits, as it was told.
# https://webwareforpython.github.io/DBUtils/main.html#pooleddb-pooled-db
import sqlite3
import threading

from dbutils.pooled_db import PooledDB

pool = PooledDB(sqlite3, maxconnections=2, blocking=True, database="shop.sqlite", check_same_thread=False)
barrier = threading.Barrier(2)


def price(item):
    with pool.connection() as connection:  # <-- here
        return connection.cursor().execute("select ?", (item,)).fetchone()


def order(item):
    with pool.connection() as connection:  # <-- also
        connection.cursor().execute("select 1")
        barrier.wait()
        return price(item)  # <-- here


clerks = [threading.Thread(target=order, args=(n,), name=f"clerk-{n}") for n in range(2)]
for clerk in clerks:
    clerk.start()
print("READY", flush=True)
for clerk in clerks:
    clerk.join()  # <-- also
