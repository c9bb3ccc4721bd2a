"""The events of people's own accounts. The actor is the person, in no workspace."""

from __future__ import annotations

from consent_app.events.event import Event


class AccountRenamed(Event):
    """A person changed their name."""

    name = "account.renamed"


class LanguageChanged(Event):
    """A person changed the language of their emails."""

    name = "account.language_changed"


class AccountDeleted(Event):
    """An account, which is ``subject_id``, was deleted by its owner or an operator, or the deletion
    was refused."""

    name = "account.deleted"


class PasswordChanged(Event):
    """A person changed their password, or was refused."""

    name = "account.password_changed"


class BackupCodesReplaced(Event):
    """A person replaced their backup codes, or was refused."""

    name = "account.backup_codes_replaced"


class EmailChangeRequested(Event):
    """A person requested another address, or was refused."""

    name = "account.address_change_asked"


class AuthenticatorReplaced(Event):
    """A person replaced their authenticator, or was refused."""

    name = "second_factor.replaced"


class SessionEnded(Event):
    """A person ended one of their sessions, which is ``subject_id``."""

    name = "session.ended"


class OtherSessionsEnded(Event):
    """A person ended every session but the current one."""

    name = "session.others_ended"


class IdentityUnlinked(Event):
    """A person unlinked an identity."""

    name = "identity.unlinked"
