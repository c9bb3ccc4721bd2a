"""What holds openapi.yaml, and what is made from it. For development; no part of the service."""
