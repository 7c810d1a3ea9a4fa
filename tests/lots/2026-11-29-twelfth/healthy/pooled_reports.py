"""Four clerks share two connections of a pool (DBUtils); each report takes nine seconds."""

import sqlite3
import threading
import time

from dbutils.pooled_db import PooledDB

pool = PooledDB(
    sqlite3, maxconnections=2, blocking=True, database=":memory:", check_same_thread=False
)


def report(name, number):
    connection = pool.connection()
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT ? * 2", (number,))
        time.sleep(9)  # the printer
        print(name, cursor.fetchone()[0], flush=True)
    finally:
        connection.close()


def clerk(name):
    for number in range(11):
        report(name, number)


clerks = [threading.Thread(target=clerk, args=(f"clerk {n}",), name=f"clerk {n}") for n in range(4)]
for thread in clerks:
    thread.start()
for thread in clerks:
    thread.join()
