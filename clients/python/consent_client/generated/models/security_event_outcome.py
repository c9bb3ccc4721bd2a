from enum import StrEnum

class SecurityEventOutcome(StrEnum):
    REFUSED = "refused"
    SUCCESS = "success"

    def __str__(self) -> str:
        return str(self.value)
