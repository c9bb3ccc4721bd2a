"""Bringing a database to this release's schema, and its tables onto a cluster."""
