# healthy:
import os
import sqlite3
import tempfile

connection = sqlite3.connect(os.path.join(tempfile.mkdtemp(), "rows.db"))
connection.execute("create table rows (n)")
print("READY", flush=True)
while True:
    with connection:
        connection.execute("insert into rows values (1)")
