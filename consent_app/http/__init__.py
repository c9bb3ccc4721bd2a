"""Requests and responses, as every part of the service sends them, and the tweens around them."""
