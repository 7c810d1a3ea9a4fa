# hang: cause=deadlock confidence=certain|likely python=3.8-3.15
import asyncio
import threading


async def main():
    loop = asyncio.get_event_loop()

    def report():
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()

    thread = threading.Thread(target=report, name="reporter")
    thread.start()
    print("READY", flush=True)
    thread.join()  # <-- here


asyncio.run(main())
