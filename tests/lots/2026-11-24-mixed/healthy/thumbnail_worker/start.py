import threading
import time

from tasks import app, thumbnail, whole_album


def schedule():
    time.sleep(2)
    whole_album.delay(1000)
    thumbnail.delay("cover.png")


if __name__ == "__main__":
    threading.Thread(target=schedule, daemon=True, name="schedule").start()
    app.worker_main(
        ["worker", "-P", "threads", "-c", "2", "-l", "WARNING", "--without-gossip",
         "--without-mingle", "--without-heartbeat"]
    )
