from enum import StrEnum

class NotificationKind(StrEnum):
    BANNER_PUBLISHED = "banner_published"
    COMPLIANCE_FINDING = "compliance_finding"
    DOMAIN_ADDED = "domain_added"
    DOMAIN_UNVERIFIED = "domain_unverified"
    MEMBER_JOINED = "member_joined"
    NO_TRAFFIC = "no_traffic"
    SCAN_COMPLETED = "scan_completed"
    SCAN_FAILED = "scan_failed"

    def __str__(self) -> str:
        return str(self.value)
