from enum import StrEnum

class ListConsentEventsInclude(StrEnum):
    PROOF = "proof"

    def __str__(self) -> str:
        return str(self.value)
