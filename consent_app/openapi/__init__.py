"""The OpenAPI document: reading it, and compiling its operations and schemas. Independent of
HTTP."""
