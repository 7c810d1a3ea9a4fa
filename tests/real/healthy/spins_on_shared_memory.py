# A process spins on a byte that an adopted background process writes after minutes.
import subprocess
from multiprocessing import shared_memory

shared = shared_memory.SharedMemory(create=True, size=64)
late = f"(sleep 120; printf x | dd of=/dev/shm/{shared.name} conv=notrunc) 2>/dev/null &"
subprocess.run(["sh", "-c", late], check=True)


def spin(byte):
    while not byte[0]:
        pass


print("READY", flush=True)
try:
    spin(shared.buf)
finally:
    shared.unlink()
