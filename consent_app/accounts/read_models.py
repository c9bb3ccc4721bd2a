"""The tables of accounts that other rooms' queries may read, and never write."""

from consent_app.accounts.models import User

__all__ = ["User"]
