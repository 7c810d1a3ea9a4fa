"""The WSGI application: GET waits for a message of a room, POST says something there."""

import bottle

from rooms import Rooms

app = bottle.Bottle()
rooms = Rooms()


@app.get("/<room>")
def read(room):
    return rooms[room].next_after(int(bottle.request.query.seen or 0))  # <-- here


@app.post("/<room>")
def say(room):
    rooms[room].say(bottle.request.body.read().decode())
    bottle.response.status = 204
