from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from .board import Board


async def events(request):
    return StreamingResponse(request.app.state.board.follow(), media_type="text/event-stream")


async def score(request):
    change = await request.json()
    request.app.state.board.score(change["team"], change["points"])
    return JSONResponse(request.app.state.board.points)


async def whistle(request):
    request.app.state.board.whistle()
    return JSONResponse({"over": True})


def app():
    made = Starlette(
        routes=[
            Route("/events", events),
            Route("/score", score, methods=["POST"]),
            Route("/whistle", whistle, methods=["POST"]),
        ]
    )
    made.state.board = Board()
    return made
