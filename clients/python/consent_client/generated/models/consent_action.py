from enum import StrEnum

class ConsentAction(StrEnum):
    ACCEPT_ALL = "accept_all"
    CUSTOM = "custom"
    REJECT_ALL = "reject_all"

    def __str__(self) -> str:
        return str(self.value)
