# A forked child waits for a thread of its own that sleeps; the parent has threads, too.
import os
import threading
import time

threading.Thread(target=time.sleep, args=(600,), name="parent's", daemon=True).start()
child = os.fork()
if child == 0:
    done = threading.Event()
    threading.Timer(300, done.set).start()
    done.wait()
    os._exit(0)
print("READY", flush=True)
os.waitpid(child, 0)
