# What handles a change of data reads another value: the answer would come to the thread it runs in.
# https://github.com/FreeOpcUa/python-opcua/issues/14
import logging
import time

from asyncua.sync import Client, Server

logging.disable(logging.CRITICAL)
server = Server()
server.set_endpoint("opc.tcp://127.0.0.1:48407/plant")
folder = server.nodes.objects.add_folder(2, "oven")
heat = folder.add_variable(2, "heat", 20.0)
limit = folder.add_variable(2, "limit", 90.0)
server.start()
client = Client("opc.tcp://127.0.0.1:48407/plant")
client.connect()


class Alarm:
    def datachange_notification(self, node, value, data):
        if value > client.get_node(limit.nodeid).read_value():  # <-- here
            print("too hot")


subscription = client.create_subscription(50, Alarm())
subscription.subscribe_data_change(client.get_node(heat.nodeid))
print("READY", flush=True)
time.sleep(1)
print(client.get_node(heat.nodeid).read_value())  # <-- also
