"""Two clerks write to one database, in turns: each transaction takes twelve seconds."""

import os
import tempfile
import threading
import time

import apsw

folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "accounts")
end = time.monotonic() + 200


def book(name):
    connection = apsw.Connection(path)
    connection.set_busy_timeout(600_000)
    while time.monotonic() < end:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bookings VALUES (?, ?)", (name, time.time()))
        time.sleep(12)  # the customer is counting his coins
        connection.execute("COMMIT")
        print(name, "has booked", flush=True)
        time.sleep(0.3)


apsw.Connection(path).execute("CREATE TABLE bookings (clerk, at)")
clerks = [threading.Thread(target=book, args=(name,), name=name) for name in ("Ann", "Ben")]
for clerk in clerks:
    clerk.start()
for clerk in clerks:
    clerk.join()
