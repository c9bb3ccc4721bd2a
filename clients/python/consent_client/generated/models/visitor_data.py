from enum import StrEnum

class VisitorData(StrEnum):
    FULL = "full"
    NONE = "none"
    REDUCED = "reduced"

    def __str__(self) -> str:
        return str(self.value)
