# The main thread has written and not committed, and joins a thread that wants to write.
# https://github.com/omnilib/aiosqlite/issues/234
import sqlite3
import threading


def archive():
    connection = sqlite3.connect("orders.db", timeout=3600)
    connection.execute("insert into orders values (2)")  # <-- here
    connection.commit()


main = sqlite3.connect("orders.db")
main.execute("create table orders (number)")
main.commit()
main.execute("insert into orders values (1)")
worker = threading.Thread(target=archive, name="archive")
worker.start()
print("READY", flush=True)
worker.join()  # <-- here
main.commit()
