# A message is never to be given up, and flush() waits until it is delivered: there is no broker.
# https://github.com/confluentinc/confluent-kafka-python/issues/188
from confluent_kafka import Producer

producer = Producer({"bootstrap.servers": "127.0.0.1:9", "message.timeout.ms": 0, "log_level": 0})
producer.produce("orders", b"one")
print("READY", flush=True)
producer.flush()  # <-- here
