# A callback waits until its message is sent, which the thread that runs the callback would do.
# https://github.com/eclipse-paho/paho.mqtt.python/issues/527
import socket
import threading

import paho.mqtt.client as mqtt

listener = socket.create_server(("127.0.0.1", 0))


def broker():
    connection, _ = listener.accept()
    connection.recv(1000)
    connection.sendall(b"\x20\x02\x00\x00")
    subscription = connection.recv(1000)
    connection.sendall(b"\x90\x03" + subscription[2:4] + b"\x00")
    connection.sendall(b"\x30\x07\x00\x03jobpi")
    while connection.recv(1000):
        pass


def on_message(client, userdata, message):
    answer = client.publish("done", message.payload, qos=1)
    print("READY", flush=True)
    answer.wait_for_publish()  # <-- here


threading.Thread(target=broker, name="broker", daemon=True).start()
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.on_connect = lambda client, *rest: client.subscribe("job")
client.on_message = on_message
client.connect("127.0.0.1", listener.getsockname()[1])
client.loop_forever()  # <-- also
