"""The database: engines, sessions, column types, ids, and the base of all models."""
