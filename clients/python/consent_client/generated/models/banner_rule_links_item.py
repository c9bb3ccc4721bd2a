from enum import StrEnum

class BannerRuleLinksItem(StrEnum):
    LIMIT_SENSITIVE = "limit_sensitive"
    PRIVACY_CHOICES = "privacy_choices"

    def __str__(self) -> str:
        return str(self.value)
