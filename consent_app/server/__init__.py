"""The WSGI server of one process: its sockets, its log, and ending it in good order."""
