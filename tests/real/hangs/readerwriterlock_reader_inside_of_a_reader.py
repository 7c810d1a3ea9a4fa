# A reader asks for the lock once more, behind a writer, who waits until that reader has ended.
# https://github.com/PaloAltoNetworks/minemeld-core/issues/295
import threading
import time

from readerwriterlock import rwlock

lock = rwlock.RWLockWrite()
stock = {"apple": 5}


def pieces(item):
    with lock.gen_rlock():  # <-- here
        return stock[item]


def report():
    with lock.gen_rlock():  # <-- also
        time.sleep(1)
        print(pieces("apple"))  # <-- here


def sell():
    with lock.gen_wlock():  # <-- here
        stock["apple"] -= 1


reporter = threading.Thread(target=report, name="reporter")
reporter.start()
time.sleep(0.3)
seller = threading.Thread(target=sell, name="seller")
seller.start()
print("READY", flush=True)
reporter.join()  # <-- also
seller.join()
