"""The one tree of errors that a service may raise, free of any web framework.

Each class is one row of ``docs/decisions.md`` §2: a stable ``code`` that clients may switch on, the
HTTP ``status`` it is answered with, a ``title`` that never changes for the code, and a ``detail``
in words for the person who reads it. ``consent_app.api.problems`` renders them (RFC 9457).
"""

from consent_app.errors.base import (
    AppError,
    Fault,
)
from consent_app.errors.people import (
    AccountNotFound,
    AlreadyMember,
    BillingUnavailable,
    DemoUsed,
    EmailNotVerified,
    EmailTaken,
    IdentityConflict,
    IdentityProviderUnavailable,
    InvalidChallenge,
    InvalidCode,
    InvalidCredentials,
    InvalidIdToken,
    InvalidLink,
    InvalidRefreshToken,
    InvalidSignature,
    LastOwner,
    PlanCurrent,
    SignupClosed,
    WorkspaceSuspended,
)
from consent_app.errors.requests import (
    ContentTooLarge,
    Forbidden,
    MethodNotAllowed,
    NotFound,
    PreconditionFailed,
    PreconditionRequired,
    RateLimited,
    Unauthenticated,
    Unavailable,
    UnsupportedMediaType,
    ValidationFailed,
)
from consent_app.errors.sites import (
    DomainAllowanceExceeded,
    DraftExists,
    GroupNameTaken,
    HostnameTaken,
    OriginNotAllowed,
    TemplateNameTaken,
)

__all__ = [
    "AccountNotFound",
    "AlreadyMember",
    "AppError",
    "BillingUnavailable",
    "ContentTooLarge",
    "DemoUsed",
    "DomainAllowanceExceeded",
    "DraftExists",
    "EmailNotVerified",
    "EmailTaken",
    "Fault",
    "Forbidden",
    "GroupNameTaken",
    "HostnameTaken",
    "IdentityConflict",
    "IdentityProviderUnavailable",
    "InvalidChallenge",
    "InvalidCode",
    "InvalidCredentials",
    "InvalidIdToken",
    "InvalidLink",
    "InvalidRefreshToken",
    "InvalidSignature",
    "LastOwner",
    "MethodNotAllowed",
    "NotFound",
    "OriginNotAllowed",
    "PlanCurrent",
    "PreconditionFailed",
    "PreconditionRequired",
    "RateLimited",
    "SignupClosed",
    "TemplateNameTaken",
    "Unauthenticated",
    "Unavailable",
    "UnsupportedMediaType",
    "ValidationFailed",
    "WorkspaceSuspended",
]
