from enum import StrEnum

class BannerDocumentState(StrEnum):
    DEFAULT = "default"
    DRAFT = "draft"
    PUBLISHED = "published"

    def __str__(self) -> str:
        return str(self.value)
