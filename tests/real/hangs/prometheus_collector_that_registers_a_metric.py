# A collector defines a metric while it is asked for its own under the registry's lock.
# https://github.com/prometheus/client_python/pull/1076
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.core import GaugeMetricFamily

registry = CollectorRegistry(auto_describe=True)


class CacheCollector:
    def collect(self):
        reads = Counter("cache_reads", "Reads of the cache", registry=registry)  # <-- here
        reads.inc()
        yield GaugeMetricFamily("cache_entries", "Entries of the cache", value=3)


print("READY", flush=True)
registry.register(CacheCollector())  # <-- here
