"""The project's dependencies: licences, the bill of materials, vulnerabilities; and secrets in
files."""
