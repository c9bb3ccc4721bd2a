from enum import StrEnum

class GppSetting(StrEnum):
    NATIONAL = "national"
    OFF = "off"
    STATE = "state"

    def __str__(self) -> str:
        return str(self.value)
