"""Refusals about domains and their visitors."""

from __future__ import annotations

from consent_app.errors.base import AppError


class DomainAllowanceExceeded(AppError):
    """The plan does not cover this domain."""

    status = 403
    code = "domain_allowance_exceeded"
    title = "The plan covers no further domain"
    default_detail = "The workspace's plan covers no further domain. Upgrade it or delete a domain."
    resolution = "Upgrade the plan, or delete a domain."


class OriginNotAllowed(AppError):
    """A visitor's request from an origin that is not the domain's."""

    status = 403
    code = "origin_not_allowed"
    title = "The origin is not this domain's"
    default_detail = "This page is not on the domain's hostname or a subdomain of it."
    resolution = "Add the hostname of the page as a domain of its own."


class DomainOnHold(AppError):
    """A visitor's new decision for a domain that asks nobody."""

    status = 403
    code = "domain_on_hold"
    title = "The domain is on hold"
    default_detail = "This domain takes no new decisions; earlier ones can be withdrawn."
    resolution = "Its owner can settle the payment, upgrade the plan or delete other domains."


class HostnameTaken(AppError):
    """The hostname is already a domain of this workspace."""

    status = 409
    code = "hostname_taken"
    title = "The hostname is already there"
    default_detail = "This workspace has a domain with this hostname already."
    resolution = "Use the domain that is there, see `GET /v1/domains`."


class GroupNameTaken(AppError):
    """The name is already that of a group of this workspace."""

    status = 409
    code = "group_name_taken"
    title = "The group is already there"
    default_detail = "This workspace has a group with this name already."
    resolution = "Use the group that is there, or choose another name."


class DraftExists(AppError):
    """A template would replace drafts that someone is working on."""

    status = 409
    code = "draft_exists"
    title = "There are drafts already"
    default_detail = "Domains named here have drafts. Send replaceDrafts to replace them."
    resolution = "Leave out the domains that `errors` names, or send `replaceDrafts`."


class TemplateNameTaken(AppError):
    """The workspace has a banner template of this name."""

    status = 409
    code = "template_name_taken"
    title = "The name is already there"
    default_detail = "This workspace has a banner template with this name already."
    resolution = "Choose another name, or replace the template that is there."
