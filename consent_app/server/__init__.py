"""The WSGI server of one process: its sockets, its threads, and its log."""
