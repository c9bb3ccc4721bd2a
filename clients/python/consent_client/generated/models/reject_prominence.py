from enum import StrEnum

class RejectProminence(StrEnum):
    EQUAL = "equal"
    LESSER = "lesser"

    def __str__(self) -> str:
        return str(self.value)
