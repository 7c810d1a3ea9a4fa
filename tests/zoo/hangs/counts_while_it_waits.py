# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 text=finished,polls computes=yes
class Job:
    def __init__(self):
        self._state = "queued"

    def finished(self):
        return self._state == "done"


class Poller:
    def __init__(self, job):
        self.job = job
        self.polls = 0

    def run(self):
        while not self.job.finished():  # <-- here~
            self.polls += 1


print("READY", flush=True)
Poller(Job()).run()
