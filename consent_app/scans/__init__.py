"""Scans of domains' sites: what was requested, what is running, how it ended."""
