"""A track of boards, and marbles that run down on it."""

import logging

import pymunk
from pymunk import _chipmunk

log = logging.getLogger(__name__)


class Track:
    def __init__(self, gravity=-900):
        self.space = pymunk.Space()
        self.space.gravity = (0, gravity)
        self.marbles = {}
        self.boards = []

    def add_board(self, begin, end):
        board = pymunk.Segment(self.space.static_body, begin, end, 2)
        board.elasticity = 0.4
        board.friction = 0.5
        self.space.add(board)
        self.boards.append(board)

    def add_marble(self, name, place, radius=5):
        body = pymunk.Body(1, pymunk.moment_for_circle(1, 0, radius))
        body.position = place
        shape = pymunk.Circle(body, radius)
        shape.elasticity = 0.6
        self.space.add(body, shape)
        self.marbles[name] = shape

    def drop_out(self, name):
        """A marble that has left the track; its memory is given back at once."""
        shape = self.marbles.pop(name)
        _chipmunk.lib.cpShapeFree(shape._shape)
        log.info("%s is out", name)

    def outside(self):
        return [name for name, shape in self.marbles.items() if shape.body.position.y < -200]

    def step(self, seconds):
        self.space.step(seconds)
        for name in self.outside():
            self.drop_out(name)
