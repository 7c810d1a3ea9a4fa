"""Waits in a thread for the signal to reload, as the manual of signal.sigwait shows it."""

import os
import signal
import threading
import time

settings = {"level": 1}


def note(number, frame):
    print("signal", number, "seen", flush=True)


def reloader():
    number = signal.sigwait({signal.SIGUSR1})  # <-- here
    settings["level"] += 1
    print("reloaded after", number, flush=True)


signal.signal(signal.SIGUSR1, note)
thread = threading.Thread(target=reloader, name="reloader")
thread.start()
time.sleep(1)
signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
thread.join()  # <-- here
print(settings)
