"""Errors about domains and their visitors."""

from __future__ import annotations

from consent_app.errors.base import AppError


class DomainAllowanceExceeded(AppError):
    """The plan does not cover another domain."""

    status = 403
    code = "domain_allowance_exceeded"
    title = "The plan does not cover another domain"
    default_detail = (
        "The workspace's plan does not cover another domain. Upgrade it or delete a domain."
    )
    resolution = "Upgrade the plan, or delete a domain."


class OriginNotAllowed(AppError):
    """The visitor's request comes from an origin that is not the domain's."""

    status = 403
    code = "origin_not_allowed"
    title = "The origin is not allowed"
    default_detail = (
        "The Origin is not on the domain's hostname or one of its subdomains. Add the page's"
        " hostname as a separate domain. A program must send the site's origin itself."
    )
    resolution = (
        "Add the page's hostname as a separate domain. From a program, send the site's address as "
        "`Origin`."
    )


class DomainOnHold(AppError):
    """The domain is held, and accepts no new decisions."""

    status = 403
    code = "domain_on_hold"
    title = "The domain is on hold"
    default_detail = (
        "This domain is on hold and accepts no new decisions. Earlier ones can still be withdrawn."
        " Ask an owner of its workspace."
    )
    resolution = (
        "An owner of the workspace can settle the payment, upgrade the plan or delete other "
        "domains, or ask the operator who suspended the domain."
    )


class HostnameTaken(AppError):
    """The workspace already has a domain with this hostname."""

    status = 409
    code = "hostname_taken"
    title = "The hostname already exists"
    default_detail = "This workspace already has a domain with this hostname. Use that one."
    resolution = "Use the existing domain. See `GET /v1/domains`."


class GroupNameTaken(AppError):
    """The workspace already has a group with this name."""

    status = 409
    code = "group_name_taken"
    title = "The group already exists"
    default_detail = "This workspace already has a group with this name. Choose another name."
    resolution = "Use the existing group, or choose another name."


class DraftExists(AppError):
    """The template would replace drafts that someone is working on."""

    status = 409
    code = "draft_exists"
    title = "Drafts already exist"
    default_detail = "Some of these domains have drafts. Send replaceDrafts to replace them."
    resolution = "Leave out the domains listed in `errors`, or send `replaceDrafts`."


class TemplateNameTaken(AppError):
    """The workspace already has a banner template with this name."""

    status = 409
    code = "template_name_taken"
    title = "The name is already taken"
    default_detail = (
        "This workspace already has a banner template with this name. Choose another name."
    )
    resolution = "Choose another name, or replace the existing template."
