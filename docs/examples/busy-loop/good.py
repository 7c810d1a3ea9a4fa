"""Wait for a job."""

import threading


class Job:
    def __init__(self):
        self.state = "queued"

    def run(self):
        if self.state == "queued":
            self.state = "done"

    def is_done(self):
        return self.state == "done"


job = Job()
thread = threading.Thread(target=job.run)
thread.start()
thread.join()
print("done:", job.is_done())
