# A test of a websocket waits for a message of the app, which waits for one of the test.
# https://www.starlette.io/testclient/#testing-websocket-sessions
from fastapi import FastAPI, WebSocket
from fastapi.testclient import TestClient

app = FastAPI()


@app.websocket("/chat")
async def chat(websocket: WebSocket):
    await websocket.accept()
    while True:
        text = await websocket.receive_text()  # <-- here
        await websocket.send_text(text.upper())


def test_greets():
    with TestClient(app).websocket_connect("/chat") as session:
        print("READY", flush=True)
        assert session.receive_text() == "WELCOME"  # <-- here


test_greets()
