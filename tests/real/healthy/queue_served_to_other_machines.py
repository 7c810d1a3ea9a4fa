# A program serves its own queue to other machines, in a thread, and waits for what they put there.
import queue
import threading
from multiprocessing.managers import BaseManager

jobs = queue.Queue()


class Jobs(BaseManager):
    pass


Jobs.register("jobs", callable=lambda: jobs)
server = Jobs(("127.0.0.1", 0), b"secret").get_server()
threading.Thread(target=server.serve_forever, daemon=True).start()
print("READY", flush=True)
jobs.get()
