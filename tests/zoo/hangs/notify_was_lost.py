# hang: cause=waits-for-nobody confidence=certain|likely
import threading
import time

changed = threading.Condition()


def announce():
    with changed:
        changed.notify_all()


def follow():
    time.sleep(0.2)
    with changed:
        changed.wait()  # <-- here


follower = threading.Thread(target=follow, name="follower")
follower.start()
announce()
print("READY", flush=True)
follower.join()
