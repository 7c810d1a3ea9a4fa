# zoo: cause=null-dereference signal=SIGSEGV
import asyncio
import ctypes


async def decode(address):
    await asyncio.sleep(0.01)
    return ctypes.c_long.from_address(address).value  # <-- here


async def main():
    good = ctypes.c_long(5)
    tasks = [asyncio.create_task(decode(a)) for a in (ctypes.addressof(good), 8)]
    print(await asyncio.gather(*tasks))


asyncio.run(main())
