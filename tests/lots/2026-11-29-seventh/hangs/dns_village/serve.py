"""The village's name server, with dnslib, and a house that asks it."""

import socket
import socketserver
import time

import dnslib
import dnslib.server

import zone

ADDRESSES = {f"{house}.village": f"10.0.0.{number}" for number, house in enumerate(["mill", "inn"], 1)}
ALIASES = {"beer.village": "inn.village", "flour.village": "mill.village"}


class Quiet(dnslib.server.DNSLogger):
    def log_request(self, handler, request):
        pass

    def log_reply(self, handler, reply):
        print(reply.q.qname, reply.short(), flush=True)


class House:
    def __init__(self, server):
        self.server = server

    def look(self, name):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.sendto(dnslib.DNSRecord.question(name).pack(), self.server)
            return dnslib.DNSRecord.parse(asking.recvfrom(512)[0]).short()


class OneByOne(socketserver.UDPServer):
    allow_reuse_address = True


def main():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        address = probe.getsockname()
    village = zone.Zone("village", ADDRESSES, ALIASES, address)
    server = dnslib.server.DNSServer(
        village, address[1], address[0], server=OneByOne, logger=Quiet("-request,-reply")
    )
    server.start_thread()
    house = House(address)
    time.sleep(0.2)
    for name in ["mill.village", "inn.village", "beer.village"]:
        print("house:", house.look(name), flush=True)


if __name__ == "__main__":
    main()
