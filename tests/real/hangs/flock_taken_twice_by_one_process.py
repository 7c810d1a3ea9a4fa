# A function locks a file and calls another one that locks the same file: the lock belongs to the
# open file, not to the process.
# https://docs.python.org/3/library/fcntl.html#fcntl.flock
import contextlib
import fcntl


@contextlib.contextmanager
def locked(path):
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # <-- here
        yield
        fcntl.flock(file, fcntl.LOCK_UN)


def save(key, value):
    with locked("state.lock"):  # <-- also
        with open("state", "a") as file:
            file.write(f"{key}={value}\n")


def update(key):
    with locked("state.lock"):
        value = len(key)
        save(key, value)  # <-- also


print("READY", flush=True)
update("answer")
