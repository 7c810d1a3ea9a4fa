# Another process has a transaction open in the same database, and works for long.
# https://github.com/EarthScope/rover/issues/113
import sqlite3
import subprocess
import sys

HOLDER = """
import sqlite3, time
connection = sqlite3.connect("requests.db")
connection.execute("begin exclusive")
print("locked", flush=True)
time.sleep(600)
"""

connection = sqlite3.connect("requests.db", timeout=3600)
connection.execute("create table requests (number)")
connection.commit()
holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE)
holder.stdout.readline()
print("READY", flush=True)
connection.execute("delete from requests")  # <-- here
