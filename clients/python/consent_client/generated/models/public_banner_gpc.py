from enum import StrEnum

class PublicBannerGpc(StrEnum):
    ALL = "all"
    MARKETING = "marketing"

    def __str__(self) -> str:
        return str(self.value)
