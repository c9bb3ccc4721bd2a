from enum import StrEnum

class ConsentStatus(StrEnum):
    EXPIRED = "expired"
    VALID = "valid"

    def __str__(self) -> str:
        return str(self.value)
