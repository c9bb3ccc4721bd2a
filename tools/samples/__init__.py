"""The samples of the API's reference: each operation in curl, in Python and in TypeScript.

They are generated from the examples of openapi.yaml and from the generated clients, so every
function that a sample calls exists. ``python -m tools.samples`` writes
``consent_app/reference/samples.json``; ``--check`` (in ``make check``) fails if that is out of
date.
"""
