"""Notices by long polling, with falcon."""

import threading

import falcon


class Notices:
    def __init__(self):
        self.changed = threading.Condition()
        self.texts = []

    def on_get(self, request, response):
        seen = request.get_param_as_int("seen", default=0)
        with self.changed:
            self.changed.wait_for(lambda: len(self.texts) > seen)
            response.media = self.texts[seen:]

    def post(self, text):
        with self.changed:
            self.texts.append(text)
            self.changed.notify_all()


notices = Notices()
app = falcon.App()
app.add_route("/notices", notices)
