# A consumer that was closed is asked for the topics.
# https://github.com/confluentinc/confluent-kafka-python/issues/1942
from confluent_kafka import Consumer

consumer = Consumer({"bootstrap.servers": "127.0.0.1:1", "group.id": "orders"})
consumer.subscribe(["orders"])
consumer.close()
print(consumer.list_topics(timeout=1))  # <-- here
