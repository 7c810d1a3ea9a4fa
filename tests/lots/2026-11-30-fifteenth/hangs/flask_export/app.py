from flask import Flask, Response, jsonify, request

from store import Store


def create_app(rows):
    app = Flask(__name__)
    store = Store(rows)

    @app.get("/export.csv")
    def export():
        return Response(store.everything(), mimetype="text/csv")

    @app.put("/articles/<article>")
    def put_article(article):
        store.set_pieces(article, int(request.json["pieces"]))
        return jsonify(article=article)

    @app.get("/health")
    def health():
        return jsonify(changes=store.changes)

    return app
