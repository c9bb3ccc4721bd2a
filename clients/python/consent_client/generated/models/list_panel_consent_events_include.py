from enum import StrEnum

class ListPanelConsentEventsInclude(StrEnum):
    PROOF = "proof"

    def __str__(self) -> str:
        return str(self.value)
