"""Each operation's request, typed; one module for each tag of openapi.yaml."""
