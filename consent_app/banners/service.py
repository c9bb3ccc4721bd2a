"""Functions of banners that other rooms may call."""

from consent_app.banners.publication import publish

__all__ = ["publish"]
