"""Passwords, one-time tokens, signed tokens, TOTP, encryption and the key ring.

Pure functions and small classes. Nothing here knows a table, a request or a feature.
"""
