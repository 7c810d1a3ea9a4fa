# The callback of a result asks an engine for another one: it runs on the thread that receives them.
# https://github.com/ipython/ipyparallel/issues/120
import threading
import time

import ipyparallel

client = ipyparallel.Cluster(n=1, log_level=40).start_and_connect_sync()
engine = client[0]
done = threading.Event()


def report(result):
    print(engine.apply_async(len, result.get()).get())  # <-- here
    done.set()


def build():
    import time

    time.sleep(0.5)
    return "built"


engine.apply_async(build).add_done_callback(report)
time.sleep(1)
print("READY", flush=True)
done.wait()  # <-- also
