from enum import StrEnum

class SecurityEventActorKind(StrEnum):
    API_KEY = "api_key"
    OPERATOR = "operator"
    SYSTEM = "system"
    USER = "user"

    def __str__(self) -> str:
        return str(self.value)
