# The worker is still loading when it is notified; then it waits for the notification.
# https://github.com/python/cpython/issues/74912
import threading
import time

begin = threading.Condition()


def work():
    time.sleep(0.3)  # loads its model
    with begin:
        begin.wait()  # <-- here
    print("working")


worker = threading.Thread(target=work, name="worker")
worker.start()
with begin:
    begin.notify_all()
print("READY", flush=True)
worker.join()  # <-- also
