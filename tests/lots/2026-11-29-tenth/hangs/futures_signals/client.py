"""Asks the railway's server for signals; a hook adds the state of the section."""

from requests_futures.sessions import FuturesSession


class Client:
    def __init__(self, base, workers=2):
        self.base = base
        self.session = FuturesSession(max_workers=workers)

    def signal(self, name):
        return self.session.get(f"{self.base}/{name}", hooks={"response": self.add_section})

    def section(self, name):
        return self.session.get(f"{self.base}/{name}")

    def add_section(self, response, *args, **kwargs):
        section = response.json()["section"]
        response.free = self.section(section).result().json()["free"]
        return response

    def close(self):
        self.session.close()
