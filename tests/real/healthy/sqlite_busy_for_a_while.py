# Another process keeps the database locked for some seconds at a time.
import sqlite3
import subprocess
import sys

HOLDER = """
import sqlite3, time
connection = sqlite3.connect("stock.db", timeout=60, isolation_level=None)
while True:
    connection.execute("begin exclusive")
    print("locked", flush=True)
    time.sleep(4)
    connection.execute("commit")
    time.sleep(0.5)
"""
connection = sqlite3.connect("stock.db", timeout=60)
connection.execute("create table stock (number)")
connection.commit()
holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE)
holder.stdout.readline()
print("READY", flush=True)
while True:
    connection.execute("insert into stock values (1)")
    connection.commit()
