from enum import StrEnum

class ReopenControl(StrEnum):
    BUTTON = "button"
    NONE = "none"

    def __str__(self) -> str:
        return str(self.value)
