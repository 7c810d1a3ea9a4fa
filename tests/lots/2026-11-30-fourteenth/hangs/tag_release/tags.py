import dataclasses
import threading

import semver


class Tags:
    """The tags of a repository, as far as they are versions."""

    def __init__(self, names):
        self.names = list(names)

    def versions(self):
        for name in self.names:
            text = name.removeprefix("v")
            if semver.Version.is_valid(text):
                yield semver.Version.parse(text)

    def last(self):
        return max(self.versions())

    def add(self, version):
        self.names.append(f"v{version}")

    def __contains__(self, version):
        return version in list(self.versions())


@dataclasses.dataclass
class Channel:
    """How versions of a channel go up."""

    name: str

    def next(self, tags):
        version = tags.last()
        while version in tags:
            version = self.up(version)
        return version


class Stable(Channel):
    def up(self, version):
        return version.bump_patch()


class Candidates(Channel):
    def up(self, version):
        if not version.prerelease:
            version = version.bump_minor()
        return version.bump_prerelease("rc")


class Nightly(Channel):
    def up(self, version):
        return version.bump_build("nightly")


class Publisher:
    """Gives out versions, one after the other, to whoever asks."""

    def __init__(self, tags, *channels):
        self.tags = tags
        self.channels = {channel.name: channel for channel in channels}
        self.lock = threading.Lock()

    def publish(self, name):
        with self.lock:
            version = self.channels[name].next(self.tags)
            self.tags.add(version)
        return str(version)
