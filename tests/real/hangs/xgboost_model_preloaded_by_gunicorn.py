# The application is preloaded and tries its model once; the OpenMP threads of that stay in the master.
# https://github.com/dmlc/xgboost/issues/8040
import subprocess
import sys

import numpy as np
import xgboost
from gunicorn.app.base import BaseApplication

CLIENT = (
    "import sys, time, urllib.request as r; time.sleep(1.5);"
    " print('READY', flush=True); r.urlopen(sys.argv[1]).read()"
)
random = np.random.default_rng(1)
features = random.random((2000, 8))
data = xgboost.DMatrix(features, label=features[:, 0] > 0.5)
model = xgboost.train({"nthread": 4, "objective": "binary:logistic"}, data, 5)


def application(environ, start_response):
    answer = model.predict(xgboost.DMatrix(features, nthread=4))  # <-- here
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(answer.mean()).encode()]


class Shop(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", "127.0.0.1:0")
        self.cfg.set("preload_app", True)
        self.cfg.set("timeout", 0)
        self.cfg.set("loglevel", "warning")
        self.cfg.set("when_ready", ask)

    def load(self):
        return application


def ask(server):
    host, port = server.LISTENERS[0].getsockname()
    subprocess.Popen([sys.executable, "-c", CLIENT, f"http://{host}:{port}/"])


print(model.predict(data).mean())
Shop().run()  # <-- also
