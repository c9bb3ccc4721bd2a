"""Functions of the caller's own account that other rooms may call."""

from consent_app.account.deletion import delete_account_of

__all__ = ["delete_account_of"]
