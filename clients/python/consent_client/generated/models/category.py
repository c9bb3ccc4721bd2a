from enum import StrEnum

class Category(StrEnum):
    ANALYTICS = "analytics"
    MARKETING = "marketing"
    PREFERENCES = "preferences"

    def __str__(self) -> str:
        return str(self.value)
