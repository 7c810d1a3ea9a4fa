import hashlib
import time

from celery import Celery

app = Celery("thumbnails", broker="memory://")
app.conf.update(task_ignore_result=True, worker_hijack_root_logger=False)


class Album:
    def __init__(self):
        self.names = {}

    def add(self, name):
        time.sleep(0.4)
        self.names[name] = hashlib.sha1(name.encode()).hexdigest()
        return len(self.names)


album = Album()


@app.task
def thumbnail(name):
    return album.add(name)


@app.task
def whole_album(count):
    """Takes minutes, and says so now and then."""
    for number in range(count):
        done = album.add(f"img{number}.png")
        if done % 50 == 0:
            print(done, "thumbnails", flush=True)
