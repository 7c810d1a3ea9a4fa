import json
import os

import images


class Gallery:
    def __init__(self):
        self.ready = images.warm_up()
        self.served = 0

    def page(self, name):
        if name not in self.ready:
            self.ready[name] = images.thumbnails(name)
        return {"name": name, "sizes": sorted(self.ready[name]), "by": os.getpid()}

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"].strip("/")
        self.served += 1
        if path == "health":
            body = {"served": self.served}
        else:
            body = self.page(path)
        text = json.dumps(body).encode()
        start_response(
            "200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(text)))]
        )
        return [text]


app = Gallery()
