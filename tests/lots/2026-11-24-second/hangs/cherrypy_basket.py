"""A shop on CherryPy: the page of the basket asks the service of prices, with the same session."""

import http.client
import threading

import cherrypy

PRICES = {"tea": 4, "cup": 9}


class Shop:
    @cherrypy.expose
    def add(self, article):
        cherrypy.session.setdefault("basket", []).append(article)
        return "added"

    @cherrypy.expose
    def price(self, article):
        discount = cherrypy.session.get("discount", 0)
        return str(PRICES[article] * (100 - discount) // 100)

    @cherrypy.expose
    def basket(self):
        articles = cherrypy.session.get("basket", [])
        return str(sum(self.ask_price(article) for article in articles))

    def ask_price(self, article):
        host, port = cherrypy.server.bound_addr
        connection = http.client.HTTPConnection(host, port)
        cookie = f"session_id={cherrypy.session.id}"
        connection.request("GET", f"/price?article={article}", headers={"Cookie": cookie})
        return int(connection.getresponse().read())  # <-- here


def customer():
    host, port = cherrypy.server.bound_addr
    connection = http.client.HTTPConnection(host, port)
    headers = {}
    for path in ("/add?article=tea", "/add?article=cup", "/basket"):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        if cookie := answer.getheader("Set-Cookie"):
            headers["Cookie"] = cookie.partition(";")[0]
        print(path, answer.read().decode(), flush=True)
    cherrypy.engine.exit()


cherrypy.config.update(
    {
        "server.socket_host": "127.0.0.1",
        "server.socket_port": 0,
        "server.socket_timeout": 3600,
        "tools.sessions.on": True,
        "engine.autoreload.on": False,
        "log.screen": False,
    }
)
cherrypy.tree.mount(Shop(), "/")
cherrypy.engine.start()
threading.Thread(target=customer, name="customer").start()
cherrypy.engine.block()
