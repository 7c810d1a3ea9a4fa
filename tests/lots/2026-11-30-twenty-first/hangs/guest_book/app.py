"""A guest book, as a WSGI application without a framework."""

import html
import json
import threading
import urllib.parse


class HTTPError(Exception):
    def __init__(self, status, text=""):
        super().__init__(text)
        self.status = status


class Request:
    def __init__(self, environ):
        self.method = environ["REQUEST_METHOD"]
        self.path = environ.get("PATH_INFO", "/")
        self.type = environ.get("CONTENT_TYPE", "").partition(";")[0]
        self.length = int(environ.get("CONTENT_LENGTH") or 0)
        self._input = environ["wsgi.input"]

    def form(self):
        body = self._input.read(self.length).decode()
        return {name: values[-1] for name, values in urllib.parse.parse_qs(body).items()}

    def json(self):
        return json.load(self._input)


class Book:
    def __init__(self):
        self.entries = []
        self.lock = threading.Lock()

    def enter(self, name, text):
        with self.lock:
            self.entries.append((html.escape(name), html.escape(text)))
            return len(self.entries)


class App:
    def __init__(self, book):
        self.book = book
        self.routes = {("GET", "/"): self.index, ("POST", "/entries"): self.enter}

    def __call__(self, environ, start_response):
        request = Request(environ)
        try:
            handler = self.routes.get((request.method, request.path))
            if handler is None:
                raise HTTPError("404 Not Found")
            status, body = "200 OK", handler(request)
        except HTTPError as error:
            status, body = error.status, {"error": str(error)}
        data = json.dumps(body).encode()
        start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(data)))])
        return [data]

    def index(self, request):
        return self.book.entries

    def enter(self, request):
        fields = request.json() if request.type == "application/json" else request.form()
        if not fields.get("name"):
            raise HTTPError("400 Bad Request", "who are you?")
        return {"number": self.book.enter(fields["name"], fields.get("text", ""))}
