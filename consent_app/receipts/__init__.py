"""Recording a decision, and reading receipts."""
