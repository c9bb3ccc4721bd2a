from enum import StrEnum

class VisitorRuleBasis(StrEnum):
    DECLARED = "declared"
    PLACE = "place"
    STRICTEST = "strictest"

    def __str__(self) -> str:
        return str(self.value)
