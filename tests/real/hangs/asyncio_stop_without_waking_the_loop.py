# loop.stop() from another thread only sets a flag: the loop sleeps in its selector and does not see it.
# https://docs.python.org/3/library/asyncio-eventloop.html#asyncio.loop.call_soon_threadsafe
import asyncio
import threading
import time

loop = asyncio.new_event_loop()
thread = threading.Thread(target=loop.run_forever, name="loop")
thread.start()
print(asyncio.run_coroutine_threadsafe(asyncio.sleep(0, "ready"), loop).result())
time.sleep(0.2)
loop.stop()
print("READY", flush=True)
thread.join()  # <-- here
loop.close()
