"""How gunicorn serves the site, whoever starts it in this folder: docs/serving.md, "Starting"."""

preload_app = True  # what the site runs on is said once, and read once into memory
workers = 2
threads = 6  # of each, those that wait for a turn among them (ledger/services/site/turns.py)
worker_class = "whistklub.worker.WaitressWorker"
loglevel = "warning"
control_socket_disable = True
