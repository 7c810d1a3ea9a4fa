# The client waits until its message is published, and nothing runs the client's network loop.
# https://github.com/eclipse-paho/paho.mqtt.python/issues/439
import socket

import paho.mqtt.client as mqtt

broker = socket.create_server(("127.0.0.1", 0))
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.connect("127.0.0.1", broker.getsockname()[1])
info = client.publish("house/light", "on", qos=1)
print("READY", flush=True)
info.wait_for_publish()  # <-- here
