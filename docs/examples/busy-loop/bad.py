"""Ask a job for its state until it is done."""

import threading


class Job:
    def __init__(self):
        self.state = "queued"

    def run(self):
        if self.state != "queued":
            self.state = "done"

    def is_done(self):
        return self.state == "done"


job = Job()
threading.Thread(target=job.run).start()
asked = 0
while not job.is_done():
    asked += 1
print("done, asked", asked, "times")
