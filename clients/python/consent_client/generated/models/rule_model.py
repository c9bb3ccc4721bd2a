from enum import StrEnum

class RuleModel(StrEnum):
    NOTICE = "notice"
    OPT_IN = "opt_in"
    OPT_OUT = "opt_out"

    def __str__(self) -> str:
        return str(self.value)
