from enum import StrEnum

class Surface(StrEnum):
    API = "api"
    FIRST_LAYER = "first_layer"
    PREFERENCES = "preferences"
    REOPENED = "reopened"

    def __str__(self) -> str:
        return str(self.value)
