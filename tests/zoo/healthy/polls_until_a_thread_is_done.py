# healthy:
import threading
import time


class Job:
    done = False

    def run(self):
        time.sleep(60)
        self.done = True


job = Job()
threading.Thread(target=job.run).start()
print("READY", flush=True)
while not job.done:
    time.sleep(0.05)
