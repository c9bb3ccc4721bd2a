from enum import StrEnum

class ActiveScanStatus(StrEnum):
    NONE = "none"
    QUEUED = "queued"
    RUNNING = "running"

    def __str__(self) -> str:
        return str(self.value)
