from enum import StrEnum

class StatisticsGroup(StrEnum):
    ACTION = "action"
    COUNTRY = "country"
    DEVICE = "device"
    LANGUAGE = "language"
    SURFACE = "surface"
    VERSION = "version"

    def __str__(self) -> str:
        return str(self.value)
