from enum import StrEnum

class DomainBilledAs(StrEnum):
    EXTRA = "extra"
    INCLUDED = "included"
    ROOT = "root"

    def __str__(self) -> str:
        return str(self.value)
