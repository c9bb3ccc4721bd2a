"""What measures speed. Never part of the tests: `make bench`, or `python -m benchmarks`."""
