# hang: cause=waits-for-nobody confidence=certain|likely
import threading

start_line = threading.Barrier(3)


def run(lane):
    start_line.wait()  # <-- here


runners = [threading.Thread(target=run, args=(lane,), name=f"lane-{lane}") for lane in range(2)]
for runner in runners:
    runner.start()
print("READY", flush=True)
for runner in runners:
    runner.join()
