import asyncio
import contextlib
import os
import socket
import subprocess
import sys

import uvicorn
from fastapi import BackgroundTasks, FastAPI, HTTPException

from mailing import Mailer, Mailing

HERE = os.path.dirname(os.path.abspath(__file__))


@contextlib.asynccontextmanager
async def lifespan(app):
    app.state.mailer = Mailer(4)
    yield


app = FastAPI(lifespan=lifespan)


@app.post("/mailing")
async def post(text: str, recipients: int, tasks: BackgroundTasks):
    mailing = Mailing(text, recipients)
    tasks.add_task(app.state.mailer.send, mailing)
    return {"key": mailing.key}


@app.get("/mailing/{key}")
async def state(key: str):
    mailing = app.state.mailer.mailings.get(key)
    if mailing is None:
        raise HTTPException(404)
    return {"sent": mailing.sent, "of": mailing.recipients}


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    subprocess.Popen([sys.executable, os.path.join(HERE, "client.py"), str(port)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    asyncio.run(server.serve(sockets=[listener]))
