from enum import StrEnum

class SubscriptionStatus(StrEnum):
    ACTIVE = "active"
    ENDED = "ended"
    NONE = "none"
    OVERDUE = "overdue"
    TRIALING = "trialing"

    def __str__(self) -> str:
        return str(self.value)
