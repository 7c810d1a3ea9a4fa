# A helper thread takes a reentrant lock and ends; only it could have given it back.
# https://docs.python.org/3/library/threading.html#rlock-objects
import threading

device = threading.RLock()


def prepare():
    device.acquire()  # <-- also
    print("prepared")


helper = threading.Thread(target=prepare, name="prepare")
helper.start()
helper.join()
print("READY", flush=True)
device.acquire()  # <-- here
print("measuring")
