"""Figures for Prometheus: what is counted, and how the processes of a machine are summed."""
