"""Migrating a database to this release's schema, and distributing its tables over a cluster."""
