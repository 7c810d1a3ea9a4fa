import asyncio
import json


class Board:
    def __init__(self):
        self.points = {}
        self.followers = set()

    def score(self, team, points):
        self.points[team] = self.points.get(team, 0) + points
        for follower in self.followers:
            follower.put_nowait({"team": team, "points": self.points[team]})

    def whistle(self):
        for follower in self.followers:
            follower.put_nowait(None)

    async def follow(self):
        mine = asyncio.Queue()
        self.followers.add(mine)
        try:
            yield "event: hello\ndata: {}\n\n"
            while (change := await mine.get()) is not None:
                yield f"event: score\ndata: {json.dumps(change)}\n\n"
        finally:
            self.followers.discard(mine)
