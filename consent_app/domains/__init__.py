"""Domains: hostnames, the unit that a plan bills, and the compliance score."""
