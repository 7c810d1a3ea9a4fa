# hang: cause=fork-held-lock confidence=certain|likely core=no
import multiprocessing
import threading
import time

config_lock = threading.Lock()


def reload_config():
    while True:
        with config_lock:  # <-- here
            time.sleep(3600)


def job(n):
    with config_lock:  # <-- here
        return n * n


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    threading.Thread(target=reload_config, name="reloader", daemon=True).start()
    time.sleep(0.2)
    process = context.Process(target=job, args=(3,))
    process.start()
    print("READY", flush=True)
    process.join()
