"""Functions of workspace settings that other rooms may call: how long receipts are kept."""

from consent_app.workspace_settings.settings import longest_retention_months, retention_months

__all__ = ["longest_retention_months", "retention_months"]
