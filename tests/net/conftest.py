"""An internet of one's own on loopback."""

from tests.support.sites import internet, root

__all__ = ["internet", "root"]
