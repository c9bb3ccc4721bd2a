from enum import StrEnum

class InstallMethod(StrEnum):
    PLATFORM_A = "platform_a"
    PLATFORM_B = "platform_b"
    PLATFORM_C = "platform_c"
    PLATFORM_D = "platform_d"
    SCRIPT = "script"

    def __str__(self) -> str:
        return str(self.value)
