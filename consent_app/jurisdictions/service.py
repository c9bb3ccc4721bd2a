"""What other rooms may ask of jurisdictions."""

from consent_app.jurisdictions.edge import read_edge
from consent_app.jurisdictions.geolocation import Geolocation
from consent_app.jurisdictions.places import Place

__all__ = ["Geolocation", "Place", "read_edge"]
