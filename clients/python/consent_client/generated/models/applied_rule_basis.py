from enum import StrEnum

class AppliedRuleBasis(StrEnum):
    DECLARED = "declared"
    STRICTEST = "strictest"
    VISITORS = "visitors"

    def __str__(self) -> str:
        return str(self.value)
