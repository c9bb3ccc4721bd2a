"""Scans of domains' sites: requested, running and ended ones."""
