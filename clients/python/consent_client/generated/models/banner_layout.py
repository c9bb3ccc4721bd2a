from enum import StrEnum

class BannerLayout(StrEnum):
    BAR = "bar"
    BOX = "box"

    def __str__(self) -> str:
        return str(self.value)
