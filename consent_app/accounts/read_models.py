"""The tables of accounts that other rooms' queries may read, and never write."""

from consent_app.accounts.models import Identity, User

__all__ = ["Identity", "User"]
