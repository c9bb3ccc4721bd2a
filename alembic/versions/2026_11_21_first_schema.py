"""The first schema.

Revision ID: 2026_11_21_first_schema
Revises:
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "2026_11_21_first_schema"
down_revision = None
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

TABLES = [
    "consent_idempotency",
    "consent_receipts",
    "guess_windows",
    "jobs",
    "users",
    "workspaces",
    "api_keys",
    "banner_versions",
    "banner_wordings",
    "domain_groups",
    "memberships",
    "second_factors",
    "sessions",
    "backup_codes",
    "domains",
    "one_time_tokens",
]


def upgrade() -> None:
    op.create_table(
        "consent_idempotency",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Uuid(), nullable=False),
        sa.Column("receipt_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "domain_id", "key", name="pk_consent_idempotency"),
    )
    op.create_index(
        "ix_consent_idempotency_receipt_id", "consent_idempotency", ["receipt_id"], unique=False
    )
    op.create_table(
        "consent_receipts",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("hostname", sa.String(length=253), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=6), nullable=False),
        sa.Column("analytics", sa.Boolean(), nullable=False),
        sa.Column("marketing", sa.Boolean(), nullable=False),
        sa.Column("preferences", sa.Boolean(), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=True),
        sa.Column("ip_hash", sa.String(length=32), nullable=True),
        sa.Column("user_agent", sa.String(length=512), nullable=True),
        sa.Column("device", sa.String(length=7), nullable=False),
        sa.Column("banner_version", sa.Integer(), nullable=True),
        sa.Column("banner_locale", sa.String(length=64), nullable=True),
        sa.Column("wording_digest", sa.String(length=64), nullable=True),
        sa.Column("regime", sa.String(length=7), nullable=False),
        sa.Column("region", sa.String(length=6), nullable=True),
        sa.Column("categories", sa.String(length=40), nullable=False),
        sa.Column("gpc_signal", sa.Boolean(), nullable=False),
        sa.Column("surface", sa.String(length=11), nullable=False),
        sa.Column("script_digest", sa.String(length=64), nullable=False),
        sa.Column("controller", sa.String(length=100), nullable=False),
        sa.Column("renew_after_months", sa.SmallInteger(), nullable=False),
        sa.Column("former_receipt_id", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("workspace_id", "id", name="pk_consent_receipts"),
        postgresql_partition_by="RANGE (id)",
    )
    op.create_index(
        "ix_consent_receipts_action",
        "consent_receipts",
        ["workspace_id", "action", "id"],
        unique=False,
    )
    op.create_index(
        "ix_consent_receipts_country",
        "consent_receipts",
        ["workspace_id", "country", "id"],
        unique=False,
    )
    op.create_index(
        "ix_consent_receipts_device",
        "consent_receipts",
        ["workspace_id", "device", "id"],
        unique=False,
    )
    op.create_index(
        "ix_consent_receipts_domain",
        "consent_receipts",
        ["workspace_id", "domain_id", "id"],
        unique=False,
    )
    op.create_index(
        "ix_consent_receipts_id", "consent_receipts", ["id"], unique=False, postgresql_using="brin"
    )
    op.create_index(
        "ix_consent_receipts_ip_hash",
        "consent_receipts",
        ["workspace_id", "ip_hash", "id"],
        unique=False,
    )
    op.create_index(
        "ix_consent_receipts_source",
        "consent_receipts",
        ["workspace_id", "source", "id"],
        unique=False,
    )
    op.create_table(
        "guess_windows",
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("instants", JSON, nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_guess_windows"),
    )
    op.create_index("ix_guess_windows_updated_at", "guess_windows", ["updated_at"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=100), nullable=False),
        sa.Column("payload", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("run_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("lease_id", sa.Uuid(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("died_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("periodic", sa.String(length=100), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("periodic", name="uq_jobs_periodic"),
    )
    op.create_index(
        "ix_jobs_run_at",
        "jobs",
        ["run_at"],
        unique=False,
        sqlite_where=sa.text("died_at IS NULL"),
        postgresql_where=sa.text("died_at IS NULL"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=508), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("organization_name", sa.String(length=100), nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("demo_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email_key", name="uq_users_email_key"),
    )
    op.create_table(
        "workspaces",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("slug", sa.String(length=40), nullable=False),
        sa.Column("plan", sa.String(length=40), nullable=False),
        sa.Column("plan_ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retention_months", sa.Integer(), nullable=False),
        sa.Column("visitor_data", sa.String(length=8), nullable=False),
        sa.Column("visitor_salt", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workspaces"),
        sa.UniqueConstraint("slug", name="uq_workspaces_slug"),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("scopes", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"], ["users.id"], name="fk_api_keys_created_by", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name="fk_api_keys_workspace_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
    )
    op.create_index("ix_api_keys_created_by", "api_keys", ["created_by"], unique=False)
    op.create_index("ix_api_keys_workspace_id_id", "api_keys", ["workspace_id", "id"], unique=False)
    op.create_table(
        "banner_versions",
        sa.Column("domain_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.Uuid(), nullable=True),
        sa.Column("content", JSON, nullable=False),
        sa.Column("digests", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["published_by"],
            ["users.id"],
            name="fk_banner_versions_published_by",
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_banner_versions_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("domain_id", "version", name="pk_banner_versions"),
    )
    op.create_index(
        "ix_banner_versions_workspace_id", "banner_versions", ["workspace_id"], unique=False
    )
    op.create_table(
        "banner_wordings",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("policy_url", sa.Text(), nullable=True),
        sa.Column("shown", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_banner_wordings_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("workspace_id", "digest", name="pk_banner_wordings"),
    )
    op.create_table(
        "domain_groups",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_domain_groups_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_domain_groups"),
        sa.UniqueConstraint("workspace_id", "name", name="uq_domain_groups_workspace_id_name"),
    )
    op.create_table(
        "memberships",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_memberships_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_memberships_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_memberships"),
        sa.UniqueConstraint("workspace_id", "user_id", name="uq_memberships_workspace_id_user_id"),
    )
    op.create_index("ix_memberships_user_id", "memberships", ["user_id"], unique=False)
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("secret_sealed", sa.Text(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("backup_salt", sa.LargeBinary(), nullable=False),
        sa.Column("enrolled_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_second_factors_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_sessions_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name="fk_sessions_workspace_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"], unique=False)
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"], unique=False)
    op.create_index("ix_sessions_workspace_id", "sessions", ["workspace_id"], unique=False)
    op.create_table(
        "backup_codes",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["second_factors.user_id"],
            name="fk_backup_codes_user_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "code_hash", name="pk_backup_codes"),
    )
    op.create_table(
        "domains",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("hostname", sa.String(length=253), nullable=False),
        sa.Column("root_domain", sa.String(length=253), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("verify_method", sa.String(length=8), nullable=False),
        sa.Column("verify_token", sa.String(length=40), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("verify_reason", sa.String(length=400), nullable=True),
        sa.Column("last_checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ssl_ok", sa.Boolean(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=True),
        sa.Column("region", sa.String(length=6), nullable=True),
        sa.Column("install_method", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("gpc_refuses", sa.String(length=9), nullable=False),
        sa.Column("renew_after_months", sa.Integer(), nullable=False),
        sa.Column("share_subdomains", sa.Boolean(), nullable=False),
        sa.Column("published_version", sa.Integer(), nullable=True),
        sa.Column("banner_policy_url", sa.Boolean(), nullable=False),
        sa.Column("banner_purposes_named", sa.Boolean(), nullable=False),
        sa.Column("banner_locales", sa.String(length=400), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["domain_groups.id"], name="fk_domains_group_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name="fk_domains_workspace_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_domains"),
        sa.UniqueConstraint("workspace_id", "hostname", name="uq_domains_workspace_id_hostname"),
    )
    op.create_index("ix_domains_group_id", "domains", ["group_id"], unique=False)
    op.create_index(
        "ix_domains_workspace_id_group_id_id",
        "domains",
        ["workspace_id", "group_id", "id"],
        unique=False,
    )
    op.create_index("ix_domains_workspace_id_id", "domains", ["workspace_id", "id"], unique=False)
    op.create_index(
        "ix_domains_workspace_id_region_id",
        "domains",
        ["workspace_id", "region", "id"],
        unique=False,
    )
    op.create_index(
        "ix_domains_workspace_id_status_id",
        "domains",
        ["workspace_id", "status", "id"],
        unique=False,
    )
    op.create_table(
        "one_time_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(length=24), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("workspace_id", sa.Uuid(), nullable=True),
        sa.Column("sealed", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("spent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name="fk_one_time_tokens_session_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_one_time_tokens_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name="fk_one_time_tokens_workspace_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_one_time_tokens"),
        sa.UniqueConstraint("token_hash", name="uq_one_time_tokens_token_hash"),
    )
    op.create_index(
        "ix_one_time_tokens_expires_at", "one_time_tokens", ["expires_at"], unique=False
    )
    op.create_index(
        "ix_one_time_tokens_session_id", "one_time_tokens", ["session_id"], unique=False
    )
    op.create_index(
        "ix_one_time_tokens_user_id_purpose",
        "one_time_tokens",
        ["user_id", "purpose"],
        unique=False,
    )

    if op.get_bind().dialect.name == "postgresql":
        # A plain table cannot become a partitioned one in place, so it is one from the start. The
        # default partition keeps recording alive whatever becomes of the job that makes the months.
        op.execute("CREATE TABLE consent_receipts_default PARTITION OF consent_receipts DEFAULT")


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
