from enum import StrEnum

class ExportManifestFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    NDJSON = "ndjson"

    def __str__(self) -> str:
        return str(self.value)
