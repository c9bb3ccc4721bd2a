from enum import StrEnum

class UnknownPlace(StrEnum):
    REGION = "region"
    STRICTEST = "strictest"

    def __str__(self) -> str:
        return str(self.value)
