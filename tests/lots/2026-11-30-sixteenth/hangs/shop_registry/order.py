import threading

import requests
from werkzeug.serving import make_server

from shop import create_app


def serve(app):
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, name="shop", daemon=True).start()
    return server


def main():
    server = serve(create_app({"JSON_SORT_KEYS": False}))
    base = f"http://127.0.0.1:{server.server_port}"
    with requests.Session() as session:
        print(session.get(f"{base}/health").json(), flush=True)
        for name, number in (("atlas", 2), ("assam", 10)):
            answer = session.get(f"{base}/price/{name}/{number}").json()
            print(name, number, answer["gross"], answer["currency"], flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
