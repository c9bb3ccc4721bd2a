"""A queue kept in the database, and the worker that empties it."""
