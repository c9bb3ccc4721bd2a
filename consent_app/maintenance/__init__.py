"""The commands by which an operator looks after an installation: settings, database, keys, mail and
jobs."""
