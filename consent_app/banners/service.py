"""What other rooms may ask of banners."""

from consent_app.banners.publication import publish

__all__ = ["publish"]
