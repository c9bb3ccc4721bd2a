"""Functions of the banner script that other rooms may call."""

from consent_app.banner_script import script

__all__ = ["script"]
