# hang: cause=deadlock confidence=likely|certain python=3.8-3.15
import threading
import time

orders = threading.Lock()
stock = threading.Lock()


def sell():
    orders.acquire()  # <-- here
    time.sleep(0.2)
    stock.acquire()  # <-- here
    stock.release()
    orders.release()


def restock():
    stock.acquire()  # <-- here
    time.sleep(0.2)
    orders.acquire()  # <-- here
    orders.release()
    stock.release()


seller = threading.Thread(target=sell, name="seller", daemon=True)
seller.start()
print("READY", flush=True)
restock()
