# The condition is notified before anybody waits for it; the coroutine that comes later waits.
# https://www.tornadoweb.org/en/stable/locks.html#condition
from tornado import gen, ioloop, locks

condition = locks.Condition()


async def produce():
    condition.notify()


async def consume():
    await gen.sleep(0.1)
    print("READY", flush=True)
    await condition.wait()  # <-- here


async def main():
    await gen.multi([produce(), consume()])  # <-- also


ioloop.IOLoop.current().run_sync(main)
