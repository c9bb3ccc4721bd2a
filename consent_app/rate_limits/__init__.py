"""Counting hits in moving windows: in the memory of a process, or in Redis for all of them."""
