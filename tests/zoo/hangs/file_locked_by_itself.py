# hang: cause=self-deadlock confidence=likely core=no
import fcntl
import tempfile

shared = tempfile.NamedTemporaryFile()


def locked():
    file = open(shared.name)
    fcntl.flock(file, fcntl.LOCK_EX)  # <-- here
    return file


first = locked()
print("READY", flush=True)
second = locked()
