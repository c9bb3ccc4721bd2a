"""The tables of banners that other rooms' queries may read, and never write."""

from consent_app.banners.models import BannerVersion, BannerWording

__all__ = ["BannerVersion", "BannerWording"]
