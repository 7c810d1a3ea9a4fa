# A task was put into the queue and its result is waited for; no consumer runs.
# https://github.com/coleifer/huey/issues/596
import huey

queue = huey.MemoryHuey("mails")


@queue.task()
def send(address):
    return f"sent to {address}"


result = send("ada@example.org")
print("READY", flush=True)
print(result.get(blocking=True))  # <-- here
