import contextlib
import os
import time

import anyio.to_thread
from fastapi import Depends, FastAPI
from pool import Connections

connections = Connections(2)


@contextlib.asynccontextmanager
async def lifespan(app):
    limiter = anyio.to_thread.current_default_thread_limiter()
    limiter.total_tokens = int(os.environ.get("ROOM_THREADS", "4"))
    yield


app = FastAPI(lifespan=lifespan)


def database():
    with connections.one() as connection:
        yield connection


@app.post("/rooms/{room}")
def book(room: str, guest: str, connection=Depends(database)):
    time.sleep(0.1)
    connection.execute("INSERT INTO booking VALUES (?, ?)", (room, guest))
    return {"room": room, "guest": guest}


@app.get("/health")
async def health():
    return {"idle": connections.idle.qsize()}
