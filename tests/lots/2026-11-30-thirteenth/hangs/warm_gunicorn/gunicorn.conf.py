import logging

bind = "127.0.0.1:0"
workers = 1
timeout = 0
loglevel = "info"
control_socket_disable = True


def post_worker_init(worker):
    """The first request is slow, so make it before anybody else does."""
    import warm

    host, port = worker.sockets[0].getsockname()
    took = warm.up(f"http://{host}:{port}", ["/report/2025", "/report/2026"])
    logging.getLogger("gunicorn.error").info("warm after %.2f s", took)
