# hang: cause=pipe-full confidence=likely core=no
import os

reading, writing = os.pipe()
print("READY", flush=True)
os.write(writing, bytes(100_000))  # <-- here
print(len(os.read(reading, 100_000)))
