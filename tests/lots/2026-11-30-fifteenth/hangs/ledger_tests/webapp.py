from flask import Flask, jsonify, request

from ledger import Exclusive, Ledger


def create_app(testing=False):
    app = Flask(__name__)
    app.config.update(TESTING=testing)
    ledger = Ledger()
    ledger.open("till", "500")
    ledger.open("bank", "1200")
    exclusive = Exclusive()
    app.before_request(exclusive.begin)
    app.after_request(exclusive.end)

    @app.post("/moves")
    def moves():
        form = request.get_json()
        done = ledger.move(form["from"], form["to"], form["amount"])
        return jsonify(done=done), 201 if done else 409

    @app.get("/accounts/<name>")
    def account(name):
        return jsonify(name=name, amount=str(ledger.accounts[name]))

    @app.get("/total")
    def total():
        return jsonify(total=str(ledger.total()))

    return app
