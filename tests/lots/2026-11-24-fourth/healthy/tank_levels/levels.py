"""Follows the levels of tanks over MQTT; a level comes every nine seconds."""

import json
import random
import signal
import threading
import time

import paho.mqtt.client as mqtt
from broker import Broker


class Tanks:
    def __init__(self, port):
        self.levels = {}
        self.changed = threading.Condition()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="tanks")
        self.client.on_connect = lambda client, *_: client.subscribe("tanks/#")
        self.client.on_message = self.on_message
        self.client.connect("127.0.0.1", port, keepalive=15)

    def on_message(self, client, userdata, message):
        with self.changed:
            self.levels[message.topic] = json.loads(message.payload)
            self.changed.notify_all()

    def wait_for_change(self):
        with self.changed:
            before = dict(self.levels)
            self.changed.wait_for(lambda: self.levels != before)


def gauge(port):
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="gauge")
    client.connect("127.0.0.1", port)
    client.loop_start()
    chance = random.Random(1)
    while True:
        client.publish("tanks/north", json.dumps(chance.random()), qos=1).wait_for_publish()
        time.sleep(9)


def alarms(tanks):
    while True:
        tanks.wait_for_change()
        if max(tanks.levels.values()) > 0.9:
            print("a tank is nearly full", flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    port = Broker().server_address[1]
    tanks = Tanks(port)
    threading.Thread(target=gauge, args=(port,), name="gauge", daemon=True).start()
    threading.Thread(target=alarms, args=(tanks,), name="alarms", daemon=True).start()
    try:
        tanks.client.loop_forever()
    except KeyboardInterrupt:
        tanks.client.disconnect()


if __name__ == "__main__":
    main()
