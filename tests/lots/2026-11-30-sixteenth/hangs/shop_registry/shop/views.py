from flask import Blueprint, Response, abort, jsonify

from .services import Catalogue, Pricing, Settings

pages = Blueprint("pages", __name__)


@pages.get("/health")
def health():
    return jsonify(ok=True, currency=Settings().currency)


@pages.get("/items")
def items():
    return jsonify(Catalogue().names())


@pages.get("/price/<name>/<int:number>")
def price(name, number):
    try:
        return jsonify(gross=str(Pricing().gross(name, number)), currency=Settings().currency)
    except KeyError:
        abort(404)


@pages.get("/prices")
def prices():
    return Response(Pricing().dump(), mimetype="application/json")
