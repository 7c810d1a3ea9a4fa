# hang: cause=waits-for-nobody confidence=likely
import os

reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, b"all that there is")
    os._exit(0)
print("READY", flush=True)
with open(reading, "rb") as file:
    file.read()  # <-- here
