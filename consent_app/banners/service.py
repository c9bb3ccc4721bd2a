"""What other rooms may ask of banners."""

from consent_app.banners.publishing import publish

__all__ = ["publish"]
