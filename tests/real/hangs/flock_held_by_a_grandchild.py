# A command that was left running has inherited the locked file; the next locker waits for it.
# https://github.com/huangruiteng/loopx/issues/2756
import fcntl
import os
import subprocess


def lock():
    file = os.open("turn.lock", os.O_RDWR | os.O_CREAT)
    os.set_inheritable(file, True)
    fcntl.flock(file, fcntl.LOCK_EX)  # <-- here
    return file


held = lock()
monitor = subprocess.Popen(["sleep", "600"], close_fds=False)
os.close(held)
print("READY", flush=True)
lock()  # <-- also
