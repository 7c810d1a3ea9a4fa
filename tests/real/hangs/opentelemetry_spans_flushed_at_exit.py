# At the end of the program the last spans are sent to a collector that takes them and does not answer.
# https://github.com/PostHog/posthog/pull/70964
import socket
import threading
import time
import urllib.request

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

collector = socket.create_server(("127.0.0.1", 0))
url = f"http://127.0.0.1:{collector.getsockname()[1]}/v1/traces"


class Exporter(SpanExporter):
    def export(self, spans):
        body = "\n".join(span.to_json() for span in spans).encode()
        urllib.request.urlopen(url, data=body).read()  # <-- here
        return SpanExportResult.SUCCESS


def answer():
    kept.append(collector.accept())
    time.sleep(0.3)
    print("READY", flush=True)


kept = []
threading.Thread(target=answer, daemon=True).start()
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(Exporter()))
with provider.get_tracer("shop").start_as_current_span("order"):
    pass
