# One connection has read from a table and not ended its transaction; another one drops the table.
# https://github.com/psycopg/psycopg2/issues/1654
import os
import shutil
import subprocess
import time

import psycopg2

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


def connect():
    for _ in range(100):
        try:
            return psycopg2.connect(host=folder, user="shop", dbname="postgres")
        except psycopg2.OperationalError:
            time.sleep(0.1)


reader, owner = connect(), connect()
owner.autocommit = True
owner.cursor().execute("create table orders (number int)")
reader.cursor().execute("select * from orders")
print("READY", flush=True)
owner.cursor().execute("drop table orders")  # <-- here
