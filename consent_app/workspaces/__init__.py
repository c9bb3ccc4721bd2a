"""Organizations, members and API keys."""
