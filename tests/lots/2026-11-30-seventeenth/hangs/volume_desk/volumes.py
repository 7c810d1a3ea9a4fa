"""Volumes that are attached to hosts, each changed by one at a time."""

import dataclasses
import functools

from oslo_concurrency import lockutils

synchronized = lockutils.synchronized_with_prefix("volumes-")


@dataclasses.dataclass
class Volume:
    name: str
    size: int
    host: str | None = None
    snapshots: list = dataclasses.field(default_factory=list)


class Refused(Exception):
    pass


def audited(function):
    @functools.wraps(function)
    def call(self, *args, **kwargs):
        result = function(self, *args, **kwargs)
        self.journal.append((function.__name__, args))
        return result

    return call


class Manager:
    def __init__(self):
        self.volumes = {}
        self.journal = []

    @audited
    @synchronized("table")
    def create(self, name, size):
        if name in self.volumes:
            raise Refused(name)
        self.volumes[name] = Volume(name, size)
        return self.volumes[name]

    @audited
    @synchronized("table")
    def attach(self, name, host):
        volume = self.volumes[name]
        if volume.host is not None:
            raise Refused(f"{name} is at {volume.host}")
        volume.host = host

    @audited
    @synchronized("table")
    def detach(self, name):
        self.volumes[name].host = None

    @audited
    @synchronized("table")
    def snapshot(self, name, label):
        self.volumes[name].snapshots.append(label)

    @audited
    @synchronized("table")
    def migrate(self, name, host):
        volume = self.volumes[name]
        old = volume.host
        if old == host:
            return False
        self.detach(name)
        self.attach(name, host)
        return True

    @synchronized("table")
    def at(self, host):
        return sorted(volume.name for volume in self.volumes.values() if volume.host == host)
