# The pool has one connection and waits for ever for another; its holder joins the thread that asks.
# https://github.com/coleifer/peewee/issues/1129
import threading

from playhouse.pool import PooledSqliteDatabase

database = PooledSqliteDatabase("shop.db", max_connections=1, timeout=0)


def count(found):
    with database.connection_context():  # <-- here
        found.append(database.execute_sql("select 3").fetchone())


found = []
with database.connection_context():
    worker = threading.Thread(target=count, args=(found,), name="worker")
    worker.start()
    print("READY", flush=True)
    worker.join()  # <-- here
print(found)
