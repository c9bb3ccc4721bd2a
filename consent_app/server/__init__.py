"""The WSGI server of one process: its sockets, its log, and graceful shutdown."""
