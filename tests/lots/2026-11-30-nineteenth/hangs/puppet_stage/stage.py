"""A stage for puppets: all that happens on it happens on pyglet's clock."""

import queue
import threading

import pyglet.clock


class Puppet:
    def __init__(self, name, speed):
        self.name = name
        self.speed = speed
        self.x = 0.0
        self.goal = None
        self.there = threading.Event()

    def go(self, x):
        self.goal = x
        self.there.clear()

    def step(self, dt):
        if self.goal is None:
            return
        way = self.goal - self.x
        self.x += max(-self.speed * dt, min(self.speed * dt, way))
        if abs(self.goal - self.x) < 0.01:
            self.goal = None
            self.there.set()


class Stage:
    def __init__(self, clock=None):
        self.clock = clock or pyglet.clock.get_default()
        self.puppets = {}
        self.cues = queue.Queue()
        self.over = False
        self.clock.schedule(self._puppets)
        self.clock.schedule_interval(self._cues, 0.1)

    def add(self, puppet):
        self.puppets[puppet.name] = puppet
        return puppet

    def _puppets(self, dt):
        for puppet in self.puppets.values():
            puppet.step(dt)

    def _cues(self, dt):
        while not self.cues.empty():
            cue = self.cues.get()
            cue(self)

    def run(self):
        while not self.over:
            self.clock.tick()
            self.clock.sleep(8000)
