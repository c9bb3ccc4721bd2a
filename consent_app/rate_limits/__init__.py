"""Counting hits in moving windows: in the memory of a process, or in Redis for all of them."""

DEVELOPMENT_FACTOR = 10
"""How many times the limits of production a development server allows."""
