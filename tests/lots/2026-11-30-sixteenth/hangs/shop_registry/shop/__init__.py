from flask import Flask


def create_app(settings):
    from .views import pages

    app = Flask(__name__)
    app.config.update(settings)
    app.register_blueprint(pages)
    return app
