"""The commands by which an operator looks after workspaces, people, data and the queue."""
