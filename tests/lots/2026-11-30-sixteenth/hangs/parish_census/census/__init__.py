from celery import Celery

app = Celery("census", include=["census.tasks"])
app.conf.update(
    broker_url="memory://",
    result_backend="cache+memory://",
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    task_track_started=True,
)
