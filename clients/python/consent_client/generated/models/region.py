from enum import StrEnum

class Region(StrEnum):
    EU = "EU"
    GLOBAL = "GLOBAL"
    UK = "UK"
    US_CA = "US-CA"

    def __str__(self) -> str:
        return str(self.value)
