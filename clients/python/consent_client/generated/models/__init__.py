""" Contains all the data models used in inputs/outputs """

from .account import Account
from .account_delete_request import AccountDeleteRequest
from .account_handoff_session import AccountHandoffSession
from .account_login_request import AccountLoginRequest
from .account_session import AccountSession
from .account_session_response import AccountSessionResponse
from .account_update_request import AccountUpdateRequest
from .account_workspace import AccountWorkspace
from .active_scan import ActiveScan
from .active_scan_status import ActiveScanStatus
from .allowance import Allowance
from .api_key import ApiKey
from .api_key_request import ApiKeyRequest
from .api_key_scope import ApiKeyScope
from .applied_rule import AppliedRule
from .applied_rule_basis import AppliedRuleBasis
from .audit_detail import AuditDetail
from .audit_event import AuditEvent
from .audit_event_actor_kind import AuditEventActorKind
from .audit_event_outcome import AuditEventOutcome
from .auth_session_response import AuthSessionResponse
from .authenticator_change import AuthenticatorChange
from .authenticator_change_request import AuthenticatorChangeRequest
from .authenticator_confirm_request import AuthenticatorConfirmRequest
from .backup_codes_response import BackupCodesResponse
from .banner_category import BannerCategory
from .banner_category_input import BannerCategoryInput
from .banner_content import BannerContent
from .banner_document import BannerDocument
from .banner_document_state import BannerDocumentState
from .banner_input import BannerInput
from .banner_layout import BannerLayout
from .banner_locale import BannerLocale
from .banner_locale_input import BannerLocaleInput
from .banner_position import BannerPosition
from .banner_preview import BannerPreview
from .banner_rule import BannerRule
from .banner_rule_links_item import BannerRuleLinksItem
from .banner_style import BannerStyle
from .banner_style_input import BannerStyleInput
from .banner_template import BannerTemplate
from .banner_template_request import BannerTemplateRequest
from .banner_texts import BannerTexts
from .banner_texts_input import BannerTextsInput
from .banner_version import BannerVersion
from .category import Category
from .challenge_code_request import ChallengeCodeRequest
from .challenge_request import ChallengeRequest
from .checkout_request import CheckoutRequest
from .checkout_response import CheckoutResponse
from .code_request import CodeRequest
from .compliance import Compliance
from .consent_action import ConsentAction
from .consent_proof import ConsentProof
from .consent_receipt import ConsentReceipt
from .consent_request import ConsentRequest
from .consent_source import ConsentSource
from .consent_status import ConsentStatus
from .created_api_key import CreatedApiKey
from .demo_request import DemoRequest
from .demo_response import DemoResponse
from .device import Device
from .direction import Direction
from .domain import Domain
from .domain_billed_as import DomainBilledAs
from .domain_changes import DomainChanges
from .domain_facets import DomainFacets
from .domain_group import DomainGroup
from .domain_group_request import DomainGroupRequest
from .domain_list import DomainList
from .domain_request import DomainRequest
from .domain_rule import DomainRule
from .domain_rule_applied import DomainRuleApplied
from .domain_settings import DomainSettings
from .domain_settings_changes import DomainSettingsChanges
from .domain_status import DomainStatus
from .editor import Editor
from .email_change_request import EmailChangeRequest
from .email_request import EmailRequest
from .email_verified_response import EmailVerifiedResponse
from .enrolled_account_session_response import EnrolledAccountSessionResponse
from .enrolled_auth_session_response import EnrolledAuthSessionResponse
from .erasure_request import ErasureRequest
from .export_manifest import ExportManifest
from .export_manifest_format import ExportManifestFormat
from .finding import Finding
from .gpc_refuses import GpcRefuses
from .gpp_setting import GppSetting
from .handoff import Handoff
from .handoff_code_request import HandoffCodeRequest
from .handoff_request import HandoffRequest
from .health import Health
from .health_status import HealthStatus
from .identity_provider_begin_request import IdentityProviderBeginRequest
from .identity_provider_beginning import IdentityProviderBeginning
from .identity_provider_code_request import IdentityProviderCodeRequest
from .identity_provider_nonce import IdentityProviderNonce
from .identity_provider_offer import IdentityProviderOffer
from .identity_provider_request import IdentityProviderRequest
from .install_method import InstallMethod
from .invitation import Invitation
from .invitation_offer import InvitationOffer
from .invitation_request import InvitationRequest
from .invite_accept_request import InviteAcceptRequest
from .leaked_key import LeakedKey
from .linked_identity import LinkedIdentity
from .list_consent_events_include import ListConsentEventsInclude
from .list_panel_consent_events_include import ListPanelConsentEventsInclude
from .locale_digest import LocaleDigest
from .login_request import LoginRequest
from .mail_choice import MailChoice
from .mail_notification_id import MailNotificationId
from .mail_preference import MailPreference
from .mail_preferences import MailPreferences
from .mail_preferences_request import MailPreferencesRequest
from .mark_read_result import MarkReadResult
from .member import Member
from .member_update_request import MemberUpdateRequest
from .notification_item import NotificationItem
from .notification_item_severity import NotificationItemSeverity
from .notification_kind import NotificationKind
from .notifications_feed import NotificationsFeed
from .offered_category import OfferedCategory
from .offered_category_input import OfferedCategoryInput
from .offered_plan import OfferedPlan
from .organization_summary import OrganizationSummary
from .palette import Palette
from .palette_input import PaletteInput
from .password_change_request import PasswordChangeRequest
from .password_reset_request import PasswordResetRequest
from .plan import Plan
from .plan_price import PlanPrice
from .plan_price_interval import PlanPriceInterval
from .preview_request import PreviewRequest
from .problem import Problem
from .problem_part import ProblemPart
from .public_banner import PublicBanner
from .public_banner_gpc import PublicBannerGpc
from .public_category import PublicCategory
from .public_key import PublicKey
from .public_keys import PublicKeys
from .publish_request import PublishRequest
from .published_banner import PublishedBanner
from .receipt_proof import ReceiptProof
from .receipt_total import ReceiptTotal
from .receipts_erased import ReceiptsErased
from .recorded_consent import RecordedConsent
from .refresh_request import RefreshRequest
from .refresh_response import RefreshResponse
from .regime import Regime
from .region import Region
from .register_request import RegisterRequest
from .registration import Registration
from .reject_prominence import RejectProminence
from .reopen_control import ReopenControl
from .role import Role
from .rule_model import RuleModel
from .rule_override import RuleOverride
from .rule_override_request import RuleOverrideRequest
from .rule_texts import RuleTexts
from .search_result import SearchResult
from .search_result_domains_item import SearchResultDomainsItem
from .search_result_members_item import SearchResultMembersItem
from .second_factor_state import SecondFactorState
from .security_event import SecurityEvent
from .security_event_actor_kind import SecurityEventActorKind
from .security_event_outcome import SecurityEventOutcome
from .service import Service
from .service_input import ServiceInput
from .service_texts import ServiceTexts
from .service_texts_input import ServiceTextsInput
from .shown_wording import ShownWording
from .statistics import Statistics
from .statistics_group import StatisticsGroup
from .statistics_interval import StatisticsInterval
from .statistics_series import StatisticsSeries
from .statistics_series_groups_item import StatisticsSeriesGroupsItem
from .subscription import Subscription
from .subscription_status import SubscriptionStatus
from .surface import Surface
from .template_application import TemplateApplication
from .template_applied import TemplateApplied
from .template_target import TemplateTarget
from .token_request import TokenRequest
from .two_factor_challenge_response import TwoFactorChallengeResponse
from .two_factor_setup_required_response import TwoFactorSetupRequiredResponse
from .two_factor_setup_response import TwoFactorSetupResponse
from .unknown_place import UnknownPlace
from .unsubscribe_request import UnsubscribeRequest
from .unsubscribe_result import UnsubscribeResult
from .unsubscribe_status import UnsubscribeStatus
from .user_summary import UserSummary
from .verify_method import VerifyMethod
from .visitor_data import VisitorData
from .visitor_receipt import VisitorReceipt
from .visitor_receipts import VisitorReceipts
from .visitor_rule import VisitorRule
from .visitor_rule_basis import VisitorRuleBasis
from .whole_banner_template import WholeBannerTemplate
from .whole_banner_version import WholeBannerVersion
from .workspace import Workspace
from .workspace_mail_choices import WorkspaceMailChoices
from .workspace_mail_preferences import WorkspaceMailPreferences
from .workspace_update_request import WorkspaceUpdateRequest

__all__ = (
    "Account",
    "AccountDeleteRequest",
    "AccountHandoffSession",
    "AccountLoginRequest",
    "AccountSession",
    "AccountSessionResponse",
    "AccountUpdateRequest",
    "AccountWorkspace",
    "ActiveScan",
    "ActiveScanStatus",
    "Allowance",
    "ApiKey",
    "ApiKeyRequest",
    "ApiKeyScope",
    "AppliedRule",
    "AppliedRuleBasis",
    "AuditDetail",
    "AuditEvent",
    "AuditEventActorKind",
    "AuditEventOutcome",
    "AuthenticatorChange",
    "AuthenticatorChangeRequest",
    "AuthenticatorConfirmRequest",
    "AuthSessionResponse",
    "BackupCodesResponse",
    "BannerCategory",
    "BannerCategoryInput",
    "BannerContent",
    "BannerDocument",
    "BannerDocumentState",
    "BannerInput",
    "BannerLayout",
    "BannerLocale",
    "BannerLocaleInput",
    "BannerPosition",
    "BannerPreview",
    "BannerRule",
    "BannerRuleLinksItem",
    "BannerStyle",
    "BannerStyleInput",
    "BannerTemplate",
    "BannerTemplateRequest",
    "BannerTexts",
    "BannerTextsInput",
    "BannerVersion",
    "Category",
    "ChallengeCodeRequest",
    "ChallengeRequest",
    "CheckoutRequest",
    "CheckoutResponse",
    "CodeRequest",
    "Compliance",
    "ConsentAction",
    "ConsentProof",
    "ConsentReceipt",
    "ConsentRequest",
    "ConsentSource",
    "ConsentStatus",
    "CreatedApiKey",
    "DemoRequest",
    "DemoResponse",
    "Device",
    "Direction",
    "Domain",
    "DomainBilledAs",
    "DomainChanges",
    "DomainFacets",
    "DomainGroup",
    "DomainGroupRequest",
    "DomainList",
    "DomainRequest",
    "DomainRule",
    "DomainRuleApplied",
    "DomainSettings",
    "DomainSettingsChanges",
    "DomainStatus",
    "Editor",
    "EmailChangeRequest",
    "EmailRequest",
    "EmailVerifiedResponse",
    "EnrolledAccountSessionResponse",
    "EnrolledAuthSessionResponse",
    "ErasureRequest",
    "ExportManifest",
    "ExportManifestFormat",
    "Finding",
    "GpcRefuses",
    "GppSetting",
    "Handoff",
    "HandoffCodeRequest",
    "HandoffRequest",
    "Health",
    "HealthStatus",
    "IdentityProviderBeginning",
    "IdentityProviderBeginRequest",
    "IdentityProviderCodeRequest",
    "IdentityProviderNonce",
    "IdentityProviderOffer",
    "IdentityProviderRequest",
    "InstallMethod",
    "Invitation",
    "InvitationOffer",
    "InvitationRequest",
    "InviteAcceptRequest",
    "LeakedKey",
    "LinkedIdentity",
    "ListConsentEventsInclude",
    "ListPanelConsentEventsInclude",
    "LocaleDigest",
    "LoginRequest",
    "MailChoice",
    "MailNotificationId",
    "MailPreference",
    "MailPreferences",
    "MailPreferencesRequest",
    "MarkReadResult",
    "Member",
    "MemberUpdateRequest",
    "NotificationItem",
    "NotificationItemSeverity",
    "NotificationKind",
    "NotificationsFeed",
    "OfferedCategory",
    "OfferedCategoryInput",
    "OfferedPlan",
    "OrganizationSummary",
    "Palette",
    "PaletteInput",
    "PasswordChangeRequest",
    "PasswordResetRequest",
    "Plan",
    "PlanPrice",
    "PlanPriceInterval",
    "PreviewRequest",
    "Problem",
    "ProblemPart",
    "PublicBanner",
    "PublicBannerGpc",
    "PublicCategory",
    "PublicKey",
    "PublicKeys",
    "PublishedBanner",
    "PublishRequest",
    "ReceiptProof",
    "ReceiptsErased",
    "ReceiptTotal",
    "RecordedConsent",
    "RefreshRequest",
    "RefreshResponse",
    "Regime",
    "Region",
    "RegisterRequest",
    "Registration",
    "RejectProminence",
    "ReopenControl",
    "Role",
    "RuleModel",
    "RuleOverride",
    "RuleOverrideRequest",
    "RuleTexts",
    "SearchResult",
    "SearchResultDomainsItem",
    "SearchResultMembersItem",
    "SecondFactorState",
    "SecurityEvent",
    "SecurityEventActorKind",
    "SecurityEventOutcome",
    "Service",
    "ServiceInput",
    "ServiceTexts",
    "ServiceTextsInput",
    "ShownWording",
    "Statistics",
    "StatisticsGroup",
    "StatisticsInterval",
    "StatisticsSeries",
    "StatisticsSeriesGroupsItem",
    "Subscription",
    "SubscriptionStatus",
    "Surface",
    "TemplateApplication",
    "TemplateApplied",
    "TemplateTarget",
    "TokenRequest",
    "TwoFactorChallengeResponse",
    "TwoFactorSetupRequiredResponse",
    "TwoFactorSetupResponse",
    "UnknownPlace",
    "UnsubscribeRequest",
    "UnsubscribeResult",
    "UnsubscribeStatus",
    "UserSummary",
    "VerifyMethod",
    "VisitorData",
    "VisitorReceipt",
    "VisitorReceipts",
    "VisitorRule",
    "VisitorRuleBasis",
    "WholeBannerTemplate",
    "WholeBannerVersion",
    "Workspace",
    "WorkspaceMailChoices",
    "WorkspaceMailPreferences",
    "WorkspaceUpdateRequest",
)
