# hang: cause=waits-for-nobody confidence=likely|possible python=3.8-3.15
import asyncio
import queue
import threading

pages = queue.Queue()


def print_pages():
    for number in range(3):
        pages.put(number)


async def bind():
    while True:
        pages.get()  # <-- here


async def main():
    press = threading.Thread(target=print_pages)
    press.start()
    press.join()
    print("READY", flush=True)
    await asyncio.ensure_future(bind())


asyncio.run(main())
