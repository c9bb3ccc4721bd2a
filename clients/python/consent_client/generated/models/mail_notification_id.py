from enum import StrEnum

class MailNotificationId(StrEnum):
    BANNER_PUBLISHED = "banner_published"
    DOMAIN_ADDED = "domain_added"
    MEMBER_JOINED = "member_joined"
    NO_TRAFFIC = "no_traffic"
    SCAN_COMPLETED = "scan_completed"
    SCAN_FAILED = "scan_failed"
    VERIFICATION_FAILED = "verification_failed"
    WEEKLY_SUMMARY = "weekly_summary"

    def __str__(self) -> str:
        return str(self.value)
