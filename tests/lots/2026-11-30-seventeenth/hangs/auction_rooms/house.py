"""The auction house: bids come over Socket.IO, in the order in which they were made."""

import threading

from flask import Flask, request
from flask_socketio import SocketIO

from rooms import Lot, Room

app = Flask(__name__)
socketio = SocketIO(app, async_mode="threading", async_handlers=False)
room = Room([Lot("clock", 80), Lot("chair", 30), Lot("map", 200)])


class Question:
    """A question to one bidder; answer() is the bidder's."""

    def __init__(self, event, data, sid):
        self.event = event
        self.data = data
        self.sid = sid
        self.answered = threading.Event()
        self.value = None

    def _answer(self, value=None):
        self.value = value
        self.answered.set()

    def answer(self):
        socketio.emit(self.event, self.data, to=self.sid, callback=self._answer)
        self.answered.wait()
        return self.value


@app.get("/lots")
def lots():
    return {name: lot.best()[0] for name, lot in room.lots.items()}


@socketio.on("bid")
def bid(data):
    name, amount = data["lot"], data["amount"]
    if not room.bid(name, amount, request.sid):
        return {"ok": False}
    if room.over_reserve(name):
        sure = Question("sure", {"lot": name, "amount": amount}, request.sid).answer()
        if not sure:
            return {"ok": False}
    socketio.emit("best", {"lot": name, "amount": amount})
    return {"ok": True}
