"""Publishing a banner, and what visitors load of it."""
