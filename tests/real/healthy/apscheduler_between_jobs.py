# A scheduler whose next job is an hour away; the main thread keeps the program alive.
import threading

from apscheduler.schedulers.background import BackgroundScheduler

scheduler = BackgroundScheduler()
scheduler.add_job(print, "interval", hours=1)
scheduler.start()
print("READY", flush=True)
threading.Event().wait()
