# healthy: needs=trio
# One task waits for a lock that another has while it sleeps, a third for connections.
import trio

lock = trio.Lock()


async def hold():
    async with lock:
        await trio.sleep(3600)


async def queue_up():
    await trio.sleep(0.1)
    async with lock:
        pass


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hold)
        nursery.start_soon(queue_up)
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(listeners[0].accept)
        print("READY", flush=True)


trio.run(main)
