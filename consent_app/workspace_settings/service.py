"""What other rooms may ask of workspace settings: how long receipts are kept."""

from consent_app.workspace_settings.settings import longest_retention_months, retention_months

__all__ = ["longest_retention_months", "retention_months"]
