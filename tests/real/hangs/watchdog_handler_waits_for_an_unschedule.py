# A handler waits for the thread that syncs; that one unschedules a watch and needs the observer's lock.
# https://github.com/gorakhargosh/watchdog/issues/229
import os
import tempfile
import threading
import time

from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

folder = tempfile.mkdtemp(dir=".")
observer = Observer()


class Sync(FileSystemEventHandler):
    def on_created(self, event):
        thread = threading.Thread(target=self.sync, args=(event.src_path,), name="sync")
        thread.start()
        thread.join()  # <-- here

    def sync(self, path):
        print("READY", flush=True)
        observer.unschedule(watch)  # <-- here
        os.rename(path, path + ".done")
        observer.schedule(self, folder)


watch = observer.schedule(Sync(), folder)
observer.start()
time.sleep(0.3)
open(os.path.join(folder, "new"), "w").close()
observer.join()  # <-- also
