# A PUSH socket without a peer does not queue: send() waits until a worker connects.
# https://pyzmq.readthedocs.io/en/latest/api/zmq.html#zmq.Socket.send
import zmq

context = zmq.Context()
jobs = context.socket(zmq.PUSH)
jobs.bind("ipc://jobs")
print("READY", flush=True)
for number in range(10):
    jobs.send_json({"job": number})  # <-- here
