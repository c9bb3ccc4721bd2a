"""The commands by which an operator looks after workspaces, people and their data."""
