"""Spans of the sorting office, and where they go."""

import contextlib
import json
import pathlib
import tempfile
import time

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

tracer = trace.get_tracer("sorting")


@contextlib.contextmanager
def job(name, **attributes):
    """A piece of work whose spans are safe when it has ended."""
    with tracer.start_as_current_span(name, attributes=attributes) as span:
        yield span
    trace.get_tracer_provider().force_flush()


class Parcels:
    """Files of spans, which are packed when there are enough of them."""

    def __init__(self, folder, limit=4):
        self.folder = pathlib.Path(folder)
        self.limit = limit

    def write(self, rows):
        path = self.folder / f"{time.time_ns()}.json"
        path.write_text("\n".join(json.dumps(row) for row in rows))
        loose = sorted(self.folder.glob("*.json"))
        if len(loose) >= self.limit:
            self.pack(loose)

    def pack(self, files):
        with job("pack", files=len(files)):
            target = self.folder / f"{time.time_ns()}.pack"
            target.write_text("\n".join(file.read_text() for file in files))
            for file in files:
                file.unlink()


class FileExporter(SpanExporter):
    def __init__(self):
        self.parcels = Parcels(tempfile.mkdtemp(prefix="spans-"))

    def export(self, spans):
        self.parcels.write(
            {"name": span.name, "took": (span.end_time - span.start_time) / 1e9} for span in spans
        )
        return SpanExportResult.SUCCESS


def start():
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(FileExporter(), schedule_delay_millis=1000))
    trace.set_tracer_provider(provider)
