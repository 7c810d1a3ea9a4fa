"""Waters the beds of a greenhouse: sensors and valves talk over MQTT."""

import json
import random
import threading
import time

import paho.mqtt.client as mqtt
from broker import Broker

DRY = 0.35


class Greenhouse:
    def __init__(self, port):
        self.watered = {}
        self.finished = threading.Event()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="greenhouse")
        self.client.on_connect = self.on_connect
        self.client.message_callback_add("beds/+/moisture", self.on_moisture)
        self.client.connect("127.0.0.1", port, keepalive=20)

    def on_connect(self, client, userdata, flags, reason, properties):
        client.subscribe("beds/#")

    def on_moisture(self, client, userdata, message):
        bed = message.topic.split("/")[1]
        moisture = json.loads(message.payload)["moisture"]
        if moisture < DRY:
            self.open_valve(bed, minutes=round((DRY - moisture) * 100))
        if len(self.watered) == 6:
            self.finished.set()

    def open_valve(self, bed, minutes):
        order = json.dumps({"minutes": minutes})
        info = self.client.publish(f"valves/{bed}", order, qos=1)
        info.wait_for_publish()
        self.watered[bed] = minutes

    def __enter__(self):
        self.client.loop_start()
        return self

    def __exit__(self, *_):
        self.client.loop_stop()
        self.client.disconnect()


class Sensors(threading.Thread):
    """Six sensors, each of which tells its value every second."""

    def __init__(self, port):
        super().__init__(name="sensors", daemon=True)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="sensors")
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def run(self):
        chance = random.Random(3)
        while True:
            for bed in range(6):
                value = {"moisture": round(chance.uniform(0.2, 0.5), 2)}
                self.client.publish(f"beds/{bed}/moisture", json.dumps(value))
            time.sleep(1)


def main():
    broker = Broker()
    port = broker.server_address[1]
    with Greenhouse(port) as greenhouse:
        Sensors(port).start()
        greenhouse.finished.wait()
    print("all beds were watered:", greenhouse.watered)


if __name__ == "__main__":
    main()
