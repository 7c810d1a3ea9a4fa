# hang: cause=busy-loop confidence=likely|possible watch=yes computes=yes
class Job:
    def __init__(self):
        self.state = "queued"

    def poll(self):
        return self.state


def wait_for(job):
    while job.poll() != "finished":  # <-- here~
        pass


print("READY", flush=True)
wait_for(Job())
