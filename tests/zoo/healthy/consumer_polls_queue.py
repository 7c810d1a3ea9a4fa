# healthy:
import queue
import threading

inbox = queue.Queue()


def consume():
    while True:
        try:
            inbox.get(timeout=0.5)
        except queue.Empty:
            continue


worker = threading.Thread(target=consume, name="consumer")
worker.start()
print("READY", flush=True)
worker.join()
