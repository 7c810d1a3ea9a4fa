# hang: cause=event-loop-blocked confidence=certain|likely python=3.8-3.15
import asyncio
import socket


def ask(connection, question):
    connection.sendall(question)
    return connection.recv(4096)  # <-- here


async def ticker():
    while True:
        await asyncio.sleep(0.2)


async def main():
    mine, theirs = socket.socketpair()
    beat = asyncio.ensure_future(ticker())
    await asyncio.sleep(0.05)
    print("READY", flush=True)
    ask(mine, b"anyone?")
    beat.cancel()
    theirs.close()


asyncio.run(main())
