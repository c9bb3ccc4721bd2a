"""Whether a process fits its database: the schema, and the secret keys."""
