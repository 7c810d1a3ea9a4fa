# hang: cause=fork-held-lock confidence=certain|likely python=3.8-3.15 core=no
import multiprocessing
import threading

settings_lock = threading.Lock()
settings = {"level": 1}


def level():
    with settings_lock:  # <-- here
        return settings["level"]


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with settings_lock:  # <-- here
        process = context.Process(target=level)
        process.start()
        print("READY", flush=True)
        process.join()
