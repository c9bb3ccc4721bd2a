"""Reaching sites on the internet: address policy, DNS resolver, fetcher. Imports no feature."""
