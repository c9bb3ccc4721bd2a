from enum import StrEnum

class StatisticsGroup(StrEnum):
    ACTION = "action"
    COUNTRY = "country"
    DEVICE = "device"
    VERSION = "version"

    def __str__(self) -> str:
        return str(self.value)
