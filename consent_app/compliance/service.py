"""Functions of compliance that other rooms may call."""

from consent_app.compliance.assessment import Assessment, assess, read_assessment
from consent_app.compliance.rules import (
    DEFAULT_BANNER,
    BannerFacts,
    ComplianceFacts,
)
from consent_app.compliance.schemas import compliance as compliance_schema

__all__ = [
    "DEFAULT_BANNER",
    "Assessment",
    "BannerFacts",
    "ComplianceFacts",
    "assess",
    "compliance_schema",
    "read_assessment",
]
