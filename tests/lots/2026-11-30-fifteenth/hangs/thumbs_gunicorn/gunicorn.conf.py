bind = "127.0.0.1:0"
preload_app = True
workers = 1
worker_class = "gthread"
threads = 3
timeout = 0
loglevel = "info"
control_socket_disable = True
