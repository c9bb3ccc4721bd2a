"""The operations of sign in.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class RegisterBody(Values):
    """What is sent as ``RegisterBody``."""

    __slots__ = ("email", "name", "organization_name", "password")
    names = (
        "email",
        "password",
        "name",
        "organizationName",
    )

    email: str
    password: str
    name: str | None
    organization_name: str | None


class SetUpSecondFactorBody(Values):
    """What is sent as ``SetUpSecondFactorBody``."""

    __slots__ = ("challenge_token",)
    names = ("challengeToken",)

    challenge_token: str


class ConfirmSecondFactorBody(Values):
    """What is sent as ``ConfirmSecondFactorBody``."""

    __slots__ = (
        "challenge_token",
        "code",
    )
    names = (
        "challengeToken",
        "code",
    )

    challenge_token: str
    code: str


class VerifySecondFactorBody(Values):
    """What is sent as ``VerifySecondFactorBody``."""

    __slots__ = (
        "challenge_token",
        "code",
    )
    names = (
        "challengeToken",
        "code",
    )

    challenge_token: str
    code: str


class AccountLoginBody(Values):
    """What is sent as ``AccountLoginBody``."""

    __slots__ = (
        "email",
        "password",
    )
    names = (
        "email",
        "password",
    )

    email: str
    password: str


class LoginBody(Values):
    """What is sent as ``LoginBody``."""

    __slots__ = ("email", "org_slug", "password")
    names = (
        "email",
        "password",
        "orgSlug",
    )

    email: str
    password: str
    org_slug: str


class RefreshSessionBody(Values):
    """What is sent as ``RefreshSessionBody``."""

    __slots__ = ("refresh_token",)
    names = ("refreshToken",)

    refresh_token: str


class LogoutBody(Values):
    """What is sent as ``LogoutBody``."""

    __slots__ = ("refresh_token",)
    names = ("refreshToken",)

    refresh_token: str


class ExchangeHandoffBody(Values):
    """What is sent as ``ExchangeHandoffBody``."""

    __slots__ = ("code",)
    names = ("code",)

    code: str


class CreateHandoffBody(Values):
    """What is sent as ``CreateHandoffBody``."""

    __slots__ = ("org_slug",)
    names = ("orgSlug",)

    org_slug: str


class ExchangeAccountHandoffBody(Values):
    """What is sent as ``ExchangeAccountHandoffBody``."""

    __slots__ = ("code",)
    names = ("code",)

    code: str


class ResendConfirmationBody(Values):
    """What is sent as ``ResendConfirmationBody``."""

    __slots__ = ("email",)
    names = ("email",)

    email: str


class VerifyEmailBody(Values):
    """What is sent as ``VerifyEmailBody``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class GetRegistrationBody(Values):
    """What is sent as ``GetRegistrationBody``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class DisownAccountBody(Values):
    """What is sent as ``DisownAccountBody``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class RequestPasswordResetBody(Values):
    """What is sent as ``RequestPasswordResetBody``."""

    __slots__ = ("email",)
    names = ("email",)

    email: str


class ConfirmPasswordResetBody(Values):
    """What is sent as ``ConfirmPasswordResetBody``."""

    __slots__ = ("password", "token")
    names = (
        "token",
        "password",
    )

    token: str
    password: str


class GetInvitationOfferBody(Values):
    """What is sent as ``GetInvitationOfferBody``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class AcceptInvitationBody(Values):
    """What is sent as ``AcceptInvitationBody``."""

    __slots__ = ("name", "password", "token")
    names = (
        "token",
        "name",
        "password",
    )

    token: str
    name: str | None
    password: str | None


class SignInWithIdentityProviderBody(Values):
    """What is sent as ``SignInWithIdentityProviderBody``."""

    __slots__ = ("allow_signup", "id_token", "org_slug")
    names = (
        "idToken",
        "allowSignup",
        "orgSlug",
    )

    id_token: str
    allow_signup: bool | None
    org_slug: str | None


class BeginIdentityProviderSignInBody(Values):
    """What is sent as ``BeginIdentityProviderSignInBody``."""

    __slots__ = ("allow_signup", "issuer", "org_slug")
    names = (
        "issuer",
        "allowSignup",
        "orgSlug",
    )

    issuer: str
    allow_signup: bool | None
    org_slug: str | None


class CompleteIdentityProviderSignInBody(Values):
    """What is sent as ``CompleteIdentityProviderSignInBody``."""

    __slots__ = ("code", "iss", "sign_in_token", "state")
    names = (
        "signInToken",
        "state",
        "code",
        "iss",
    )

    sign_in_token: str
    state: str
    code: str
    iss: str | None


class Register(ApiRequest[Empty, Empty, Empty, RegisterBody]):
    """``POST /v1/auth/register``."""

    __slots__ = ()
    operation_id = "register"
    types = (Empty, Empty, Empty, RegisterBody)


class SetUpSecondFactor(ApiRequest[Empty, Empty, Empty, SetUpSecondFactorBody]):
    """``POST /v1/auth/2fa/setup``."""

    __slots__ = ()
    operation_id = "setUpSecondFactor"
    types = (Empty, Empty, Empty, SetUpSecondFactorBody)


class ConfirmSecondFactor(ApiRequest[Empty, Empty, Empty, ConfirmSecondFactorBody]):
    """``POST /v1/auth/2fa/setup/confirm``."""

    __slots__ = ()
    operation_id = "confirmSecondFactor"
    types = (Empty, Empty, Empty, ConfirmSecondFactorBody)


class VerifySecondFactor(ApiRequest[Empty, Empty, Empty, VerifySecondFactorBody]):
    """``POST /v1/auth/2fa/verify``."""

    __slots__ = ()
    operation_id = "verifySecondFactor"
    types = (Empty, Empty, Empty, VerifySecondFactorBody)


class AccountLogin(ApiRequest[Empty, Empty, Empty, AccountLoginBody]):
    """``POST /v1/auth/account-login``."""

    __slots__ = ()
    operation_id = "accountLogin"
    types = (Empty, Empty, Empty, AccountLoginBody)


class Login(ApiRequest[Empty, Empty, Empty, LoginBody]):
    """``POST /v1/auth/login``."""

    __slots__ = ()
    operation_id = "login"
    types = (Empty, Empty, Empty, LoginBody)


class RefreshSession(ApiRequest[Empty, Empty, Empty, RefreshSessionBody]):
    """``POST /v1/auth/refresh``."""

    __slots__ = ()
    operation_id = "refreshSession"
    types = (Empty, Empty, Empty, RefreshSessionBody)


class Logout(ApiRequest[Empty, Empty, Empty, LogoutBody]):
    """``POST /v1/auth/logout``."""

    __slots__ = ()
    operation_id = "logout"
    types = (Empty, Empty, Empty, LogoutBody)


class ExchangeHandoff(ApiRequest[Empty, Empty, Empty, ExchangeHandoffBody]):
    """``POST /v1/auth/handoff/exchange``."""

    __slots__ = ()
    operation_id = "exchangeHandoff"
    types = (Empty, Empty, Empty, ExchangeHandoffBody)


class CreateHandoff(ApiRequest[Empty, Empty, Empty, CreateHandoffBody]):
    """``POST /v1/auth/handoff``."""

    __slots__ = ()
    operation_id = "createHandoff"
    types = (Empty, Empty, Empty, CreateHandoffBody)


class CreateAccountHandoff(ApiRequest[Empty, Empty, Empty, Empty]):
    """``POST /v1/auth/account-handoff``."""

    __slots__ = ()
    operation_id = "createAccountHandoff"
    types = (Empty, Empty, Empty, Empty)


class ExchangeAccountHandoff(ApiRequest[Empty, Empty, Empty, ExchangeAccountHandoffBody]):
    """``POST /v1/auth/account-handoff/exchange``."""

    __slots__ = ()
    operation_id = "exchangeAccountHandoff"
    types = (Empty, Empty, Empty, ExchangeAccountHandoffBody)


class ResendConfirmation(ApiRequest[Empty, Empty, Empty, ResendConfirmationBody]):
    """``POST /v1/auth/email/resend``."""

    __slots__ = ()
    operation_id = "resendConfirmation"
    types = (Empty, Empty, Empty, ResendConfirmationBody)


class VerifyEmail(ApiRequest[Empty, Empty, Empty, VerifyEmailBody]):
    """``POST /v1/auth/email/verify``."""

    __slots__ = ()
    operation_id = "verifyEmail"
    types = (Empty, Empty, Empty, VerifyEmailBody)


class GetRegistration(ApiRequest[Empty, Empty, Empty, GetRegistrationBody]):
    """``POST /v1/auth/email/registration``."""

    __slots__ = ()
    operation_id = "getRegistration"
    types = (Empty, Empty, Empty, GetRegistrationBody)


class DisownAccount(ApiRequest[Empty, Empty, Empty, DisownAccountBody]):
    """``POST /v1/auth/email/disown``."""

    __slots__ = ()
    operation_id = "disownAccount"
    types = (Empty, Empty, Empty, DisownAccountBody)


class RequestPasswordReset(ApiRequest[Empty, Empty, Empty, RequestPasswordResetBody]):
    """``POST /v1/auth/password-reset/request``."""

    __slots__ = ()
    operation_id = "requestPasswordReset"
    types = (Empty, Empty, Empty, RequestPasswordResetBody)


class ConfirmPasswordReset(ApiRequest[Empty, Empty, Empty, ConfirmPasswordResetBody]):
    """``POST /v1/auth/password-reset/confirm``."""

    __slots__ = ()
    operation_id = "confirmPasswordReset"
    types = (Empty, Empty, Empty, ConfirmPasswordResetBody)


class GetInvitationOffer(ApiRequest[Empty, Empty, Empty, GetInvitationOfferBody]):
    """``POST /v1/auth/invite``."""

    __slots__ = ()
    operation_id = "getInvitationOffer"
    types = (Empty, Empty, Empty, GetInvitationOfferBody)


class AcceptInvitation(ApiRequest[Empty, Empty, Empty, AcceptInvitationBody]):
    """``POST /v1/auth/invite/accept``."""

    __slots__ = ()
    operation_id = "acceptInvitation"
    types = (Empty, Empty, Empty, AcceptInvitationBody)


class SignInWithIdentityProvider(ApiRequest[Empty, Empty, Empty, SignInWithIdentityProviderBody]):
    """``POST /v1/auth/identity-provider``."""

    __slots__ = ()
    operation_id = "signInWithIdentityProvider"
    types = (Empty, Empty, Empty, SignInWithIdentityProviderBody)


class CreateIdentityProviderNonce(ApiRequest[Empty, Empty, Empty, Empty]):
    """``POST /v1/auth/identity-provider/nonce``."""

    __slots__ = ()
    operation_id = "createIdentityProviderNonce"
    types = (Empty, Empty, Empty, Empty)


class ListIdentityProviders(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/auth/identity-providers``."""

    __slots__ = ()
    operation_id = "listIdentityProviders"
    types = (Empty, Empty, Empty, Empty)


class BeginIdentityProviderSignIn(ApiRequest[Empty, Empty, Empty, BeginIdentityProviderSignInBody]):
    """``POST /v1/auth/identity-provider/authorization``."""

    __slots__ = ()
    operation_id = "beginIdentityProviderSignIn"
    types = (Empty, Empty, Empty, BeginIdentityProviderSignInBody)


class CompleteIdentityProviderSignIn(
    ApiRequest[Empty, Empty, Empty, CompleteIdentityProviderSignInBody]
):
    """``POST /v1/auth/identity-provider/code``."""

    __slots__ = ()
    operation_id = "completeIdentityProviderSignIn"
    types = (Empty, Empty, Empty, CompleteIdentityProviderSignInBody)
