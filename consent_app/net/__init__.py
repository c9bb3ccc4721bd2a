"""Hostnames, the networks of addresses, and reaching sites on the internet. Imports no feature."""
