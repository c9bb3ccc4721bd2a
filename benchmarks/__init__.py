"""Benchmarks. They are not part of the tests: run `make bench` or `python -m benchmarks`."""
