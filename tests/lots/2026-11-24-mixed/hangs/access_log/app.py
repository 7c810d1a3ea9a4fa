import functools
import logging
import time

from flask import Flask, g, jsonify, request

import logs

listener = logs.configure()
log = logging.getLogger("shop")


def logged(view):
    @functools.wraps(view)
    def wrapper(*args, **kwargs):
        log.info("%s %s", request.method, request.path)  # <-- here
        return view(*args, **kwargs)

    return wrapper


def create_app():
    app = Flask(__name__)
    articles = {"1": "paper", "2": "ink"}

    @app.before_request
    def start():
        g.started = time.monotonic()

    @app.after_request
    def finish(response):
        response.headers["X-Took"] = f"{time.monotonic() - g.started:.4f}"
        return response

    @app.get("/articles")
    @logged
    def all_articles():
        return jsonify(articles)

    @app.get("/articles/<number>")
    @logged
    def article(number):
        if number not in articles:
            return jsonify(error="no such article"), 404
        return jsonify(articles[number])

    return app


app = create_app()
