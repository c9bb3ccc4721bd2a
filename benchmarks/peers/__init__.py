"""The same two routes in other frameworks."""
