"""People: the audit log, identities, invitations, and what a session tells of its device.

Revision ID: 2026_11_21_people
Revises: 2026_11_21_first_schema
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "2026_11_21_people"
down_revision = "2026_11_21_first_schema"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "audit_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=True),
        sa.Column("actor_kind", sa.String(length=8), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("event", sa.String(length=60), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("address_hash", sa.String(length=32), nullable=True),
        sa.Column("subject_id", sa.Uuid(), nullable=True),
        sa.Column("detail", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["users.id"], name="fk_audit_events_actor_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_audit_events_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_audit_events"),
    )
    op.create_index("ix_audit_events_actor_id_id", "audit_events", ["actor_id", "id"], unique=False)
    op.create_index(
        "ix_audit_events_workspace_id_actor_id_id",
        "audit_events",
        ["workspace_id", "actor_id", "id"],
        unique=False,
    )
    op.create_index(
        "ix_audit_events_workspace_id_event_id",
        "audit_events",
        ["workspace_id", "event", "id"],
        unique=False,
    )
    op.create_index(
        "ix_audit_events_workspace_id_id", "audit_events", ["workspace_id", "id"], unique=False
    )
    op.create_table(
        "identities",
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("linked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_identities_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_identities"),
        sa.UniqueConstraint("user_id", "issuer", name="uq_identities_user_id_issuer"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=508), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("invited_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["invited_by"], ["users.id"], name="fk_invitations_invited_by", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_invitations_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_invited_by", "invitations", ["invited_by"], unique=False)
    op.create_index(
        "ix_invitations_workspace_id_email_key",
        "invitations",
        ["workspace_id", "email_key"],
        unique=False,
    )
    op.create_index(
        "ix_invitations_workspace_id_id", "invitations", ["workspace_id", "id"], unique=False
    )
    op.add_column("sessions", sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("sessions", sa.Column("user_agent", sa.String(length=100), nullable=True))


def downgrade() -> None:
    op.drop_column("sessions", "user_agent")
    op.drop_column("sessions", "last_used_at")
    op.drop_table("invitations")
    op.drop_table("identities")
    op.drop_table("audit_events")
