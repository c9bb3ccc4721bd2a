"""Jurisdictions: where a visitor is, and which rule applies there."""
