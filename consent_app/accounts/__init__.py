"""Users: who they are, their addresses and their passwords."""
