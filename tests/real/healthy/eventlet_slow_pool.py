# Green threads that sleep for some seconds each.
import eventlet

pool = eventlet.GreenPool(3)
print("READY", flush=True)
while True:
    for _ in range(6):
        pool.spawn(eventlet.sleep, 4)
    pool.waitall()
