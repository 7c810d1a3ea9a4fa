# All writes go through the queue of one thread; that was stopped before the last row was written.
# https://github.com/coleifer/peewee/issues/2877
import threading

import peewee
from playhouse.sqliteq import SqliteQueueDatabase

database = SqliteQueueDatabase("shop.db")


class Order(peewee.Model):
    item = peewee.CharField()

    class Meta:
        database = database


def work(stopped):
    Order.create(item="first")
    stopped.wait()
    print(Order.create(item="last").id)  # <-- here


database.create_tables([Order])
stopped = threading.Event()
worker = threading.Thread(target=work, args=(stopped,), name="worker")
worker.start()
database.stop()  # <-- also
stopped.set()
print("READY", flush=True)
worker.join()  # <-- also
