"""Users: who they are, their addresses, their passwords and their linked identities."""
