"""Reaching sites on the internet: address policy, DNS resolver, fetcher. Knows no feature."""
