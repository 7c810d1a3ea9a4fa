# hang: cause=waiting-external confidence=certain|likely
import os
import tempfile

path = os.path.join(tempfile.mkdtemp(), "feed")
os.mkfifo(path)


def tail():
    with open(path) as feed:  # <-- here
        return feed.read()


print("READY", flush=True)
tail()
