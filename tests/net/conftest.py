"""A simulated internet on loopback."""

from tests.support.sites import internet, root

__all__ = ["internet", "root"]
