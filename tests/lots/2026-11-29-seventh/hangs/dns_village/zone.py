"""Names of a village, and aliases of them, which are looked up like any other name."""

import dnslib


class Zone:
    def __init__(self, origin, addresses, aliases, server):
        self.origin = origin
        self.addresses = addresses
        self.aliases = aliases
        self.server = server  # (host, port) of where aliases are asked for
        self.asked = 0

    def resolve(self, request, handler):
        reply = request.reply()
        name = str(request.q.qname).rstrip(".")
        self.asked += 1
        if name in self.addresses:
            self.add(reply, name, self.addresses[name])
        elif name in self.aliases:
            self.add(reply, name, self.address(self.aliases[name]))
        else:
            reply.header.rcode = dnslib.RCODE.NXDOMAIN
        return reply

    def add(self, reply, name, address):
        reply.add_answer(dnslib.RR(name, dnslib.QTYPE.A, rdata=dnslib.A(address), ttl=60))

    def address(self, name):
        """Ask as everybody does."""
        question = dnslib.DNSRecord.question(name)
        answer = dnslib.DNSRecord.parse(question.send(*self.server))
        return str(answer.short())
