# With the lock of its file held, the same program asks for it through a second object.
# https://github.com/wolph/portalocker/issues/72
import tempfile

import portalocker

path = tempfile.mktemp(suffix=".lock", dir=".")


def append(line):
    with portalocker.Lock(path, timeout=1e6, check_interval=0.2) as file:  # <-- here
        file.write(line)


def update():
    with portalocker.Lock(path, timeout=1e6) as file:  # <-- also
        file.write("begin\n")
        print("READY", flush=True)
        append("one\n")  # <-- also


update()
