import threading


def warm():
    from warms_up import TABLE  # noqa: F401


worker = threading.Thread(target=warm, name="warmer")
worker.start()
worker.join()  # <-- here
TABLE = {}
