"""Development tools, which check openapi.yaml and generate files from it."""
