"""By which addresses workspaces know the people who left them.

Revision ID: 2026_11_28_former_members
Revises: 2026_11_27_receipt_rules
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_former_members"
down_revision = "2026_11_27_receipt_rules"
branch_labels = None
depends_on = None

ENDED = ("member.left", "member.removed", "member.disowned")

users = sa.table("users", sa.column("id", sa.Uuid()), sa.column("email"))
memberships = sa.table(
    "memberships", sa.column("workspace_id", sa.Uuid()), sa.column("user_id", sa.Uuid())
)
events = sa.table(
    "audit_events",
    sa.column("id", sa.Uuid()),
    sa.column("workspace_id", sa.Uuid()),
    sa.column("actor_id", sa.Uuid()),
    sa.column("subject_id", sa.Uuid()),
    sa.column("event"),
    sa.column("outcome"),
)


def upgrade() -> None:
    former_members = op.create_table(
        "former_members",
        sa.Column("workspace_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_former_members_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name=op.f("fk_former_members_workspace_id_workspaces"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("workspace_id", "user_id", name=op.f("pk_former_members")),
    )
    op.create_index(op.f("ix_former_members_user_id"), "former_members", ["user_id"])
    # Those who left before: the address is known only if it has not changed since.
    change = events.alias()
    ended = events.c.event.in_(ENDED) & (events.c.outcome == "success")
    is_member = sa.exists().where(
        memberships.c.workspace_id == events.c.workspace_id, memberships.c.user_id == users.c.id
    )
    changed_since = sa.exists().where(
        change.c.actor_id == users.c.id,
        change.c.event == "account.address_changed",
        change.c.id > events.c.id,
    )
    known = (
        sa.select(events.c.workspace_id, users.c.id, users.c.email)
        .join(users, users.c.id == events.c.subject_id)
        .where(ended, ~is_member, ~changed_since)
        .distinct()
    )
    op.execute(former_members.insert().from_select(["workspace_id", "user_id", "email"], known))


def downgrade() -> None:
    op.drop_table("former_members")
