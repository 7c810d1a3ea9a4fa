# hang: cause=waiting-external confidence=certain|likely
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "commands")
os.mkfifo(path)
keep = os.open(path, os.O_RDWR)
with open(path) as commands:
    os.unlink(path)
    os.rmdir(folder)
    print("READY", flush=True)
    commands.readline()  # <-- here
