"""The commands an operator types: ``consent-app SUBCOMMAND``."""
