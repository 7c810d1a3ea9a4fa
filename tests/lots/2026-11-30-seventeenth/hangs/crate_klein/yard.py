"""The yard's web service, on Klein."""

import json

from klein import Klein
from twisted.internet import defer, reactor, threads

from scales import Printer, Scales


class Yard:
    app = Klein()

    def __init__(self):
        self.scales = Scales()
        self.printer = Printer()
        self.labels = {}

    @app.route("/crates")
    def crates(self, request):
        request.setHeader("Content-Type", "application/json")
        return json.dumps(self.labels)

    @app.route("/crates/<name>", methods=["POST"])
    @defer.inlineCallbacks
    def add(self, request, name):
        label = yield threads.deferToThread(self.handle, name)
        request.setHeader("Content-Type", "text/plain")
        defer.returnValue(label)

    def handle(self, name):
        weight = self.scales.weigh(name)
        label = threads.blockingCallFromThread(reactor, self.print_label, name, weight)
        self.labels[name] = label
        return label

    def print_label(self, name, weight):
        printed = threads.deferToThread(self.printer.label, name, weight)
        printed.addCallback(str.upper)
        return printed
