from enum import StrEnum

class ApiKeyScope(StrEnum):
    CONSENTSREAD = "consents:read"
    DOMAINSREAD = "domains:read"

    def __str__(self) -> str:
        return str(self.value)
