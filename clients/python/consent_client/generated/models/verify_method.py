from enum import StrEnum

class VerifyMethod(StrEnum):
    DNS_TXT = "dns_txt"
    FILE = "file"
    META_TAG = "meta_tag"
    SCRIPT = "script"

    def __str__(self) -> str:
        return str(self.value)
