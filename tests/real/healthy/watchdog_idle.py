# An observer of a folder in which nothing happens.
import time

from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

observer = Observer()
observer.schedule(FileSystemEventHandler(), ".")
observer.start()
print("READY", flush=True)
try:
    while observer.is_alive():
        time.sleep(1)
finally:
    observer.stop()
    observer.join()
