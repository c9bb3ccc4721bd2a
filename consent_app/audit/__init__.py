"""The audit log: who did what, when, from where as a keyed hash, and with which outcome.

Shared by all features, it knows none of them.
"""
