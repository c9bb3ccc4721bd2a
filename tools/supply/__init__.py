"""What this project is made with: licences, the bill of materials, vulnerabilities, secrets."""
