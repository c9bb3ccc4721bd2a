"""What other rooms may ask of the script."""

from consent_app.banner_script import script

__all__ = ["script"]
