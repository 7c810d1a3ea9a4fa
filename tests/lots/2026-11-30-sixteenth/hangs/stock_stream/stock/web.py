from flask import Flask, Response, jsonify, request

from .store import Store


def create(rows=400000):
    app = Flask(__name__)
    store = Store(rows)

    def lines():
        with store.frozen() as rows:
            yield "article;number;bin;remarks\n"
            for article, number in rows.items():
                yield f"{article};{number};{article[-2:]};{'reorder ' * 4 if number < 5 else 'enough on the shelf'}\n"

    @app.get("/stock.csv")
    def export():
        return Response(lines(), mimetype="text/csv")

    @app.post("/book/<article>")
    def book(article):
        return jsonify(article=article, number=store.book(article, int(request.args["number"])))

    @app.get("/low/<int:limit>")
    def low(limit):
        return jsonify(len(store.low(limit)))

    return app
