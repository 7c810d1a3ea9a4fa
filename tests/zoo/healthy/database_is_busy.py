# healthy: may=stuck-native-call,self-deadlock
import os
import sqlite3
import tempfile

path = os.path.join(tempfile.mkdtemp(), "a.db")
first = sqlite3.connect(path, timeout=60, isolation_level=None)
second = sqlite3.connect(path, timeout=60, isolation_level=None)
first.execute("create table t(x)")
first.execute("begin immediate")
print("READY", flush=True)
second.execute("insert into t values(1)")
