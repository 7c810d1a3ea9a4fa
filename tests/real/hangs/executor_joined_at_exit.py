# The main thread is done; at exit the interpreter joins the executor's thread, which waits for a job.
# https://github.com/python/cpython/issues/80961
import threading
from concurrent.futures import ThreadPoolExecutor

changed = threading.Condition()
version = 0


def watch():
    with changed:
        while version == 0:
            changed.wait()  # <-- here


executor = ThreadPoolExecutor(2, thread_name_prefix="watch")
executor.submit(watch)
executor.shutdown(wait=False)
print("READY", flush=True)
