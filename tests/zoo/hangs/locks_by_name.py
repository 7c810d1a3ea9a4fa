# hang: cause=deadlock confidence=likely python=3.8-3.15 names=to-and-fro text=accounts
import threading
import time

accounts = {name: threading.Lock() for name in ("current", "savings")}


def transfer(source, target):
    accounts[source].acquire()  # <-- here
    try:
        time.sleep(0.2)
        accounts[target].acquire()  # <-- here
        accounts[target].release()
    finally:
        accounts[source].release()


other = threading.Thread(target=transfer, args=("current", "savings"), name="to-and-fro")
other.start()
print("READY", flush=True)
transfer("savings", "current")
other.join()
