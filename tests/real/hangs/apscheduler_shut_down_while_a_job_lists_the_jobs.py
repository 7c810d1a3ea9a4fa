# The scheduler waits for its jobs with its locks held; a job asks it for the list of jobs.
# https://github.com/agronholm/apscheduler/pull/268
import threading
import time

from apscheduler.schedulers.background import BackgroundScheduler

scheduler = BackgroundScheduler()
started = threading.Event()


def report():
    started.set()
    time.sleep(0.5)
    print(len(scheduler.get_jobs()))  # <-- here


scheduler.start()
scheduler.add_job(report)
started.wait()
print("READY", flush=True)
scheduler.shutdown()  # <-- here
