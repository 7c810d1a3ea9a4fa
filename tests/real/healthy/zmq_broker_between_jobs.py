# A broker hands jobs from clients to a worker; it polls both sides, and nothing has been asked yet.
# https://zguide.zeromq.org/docs/chapter2/#Shared-Queue-DEALER-and-ROUTER-sockets
import threading

import zmq

context = zmq.Context()
front, back = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
front.bind("inproc://front")
back.bind("inproc://back")


def work():
    jobs = context.socket(zmq.REP)
    jobs.connect("inproc://back")
    while True:
        jobs.send(jobs.recv().upper())


threading.Thread(target=work, daemon=True).start()
poller = zmq.Poller()
poller.register(front, zmq.POLLIN)
poller.register(back, zmq.POLLIN)
print("READY", flush=True)
while True:
    ready = dict(poller.poll(1000))
    if front in ready:
        back.send_multipart(front.recv_multipart())
    if back in ready:
        front.send_multipart(back.recv_multipart())
