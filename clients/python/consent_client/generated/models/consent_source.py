from enum import StrEnum

class ConsentSource(StrEnum):
    BANNER = "banner"
    GPC = "gpc"

    def __str__(self) -> str:
        return str(self.value)
