# The main thread waits for a child whose output a thread reads when it is done with other work.
import subprocess
import threading
import time


def read(child):
    time.sleep(120)
    child.stdout.read()


child = subprocess.Popen(["head", "-c", "1000000", "/dev/zero"], stdout=subprocess.PIPE)
threading.Thread(target=read, args=(child,), daemon=True).start()
time.sleep(0.5)
print("READY", flush=True)
child.wait()
