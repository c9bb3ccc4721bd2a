"""The samples of the API's reference: each operation in curl, in Python and in TypeScript.

They are made from openapi.yaml's own examples and from the generated clients: what a sample calls
is there. ``python -m tools.samples`` writes ``consent_app/reference/samples.json``; ``--check`` (in
``make check``) fails when it is not today's.
"""
