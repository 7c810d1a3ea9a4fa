# A row is locked by a transaction of the same program that stays open; the update polls the socket.
# https://github.com/psycopg/psycopg/issues/739
import os
import shutil
import subprocess
import time

import psycopg

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
            return psycopg.connect(host=folder, user="shop", dbname="postgres")
        except psycopg.OperationalError:
            time.sleep(0.1)


first, second = connect(), connect()
first.execute("create table stock (id int, pieces int)")
first.execute("insert into stock values (1, 5)")
first.commit()
first.execute("select * from stock where id = 1 for update")
print("READY", flush=True)
second.execute("update stock set pieces = 4 where id = 1")  # <-- here
