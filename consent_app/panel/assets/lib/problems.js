/** Explaining errors and what to do about them, from problem details (RFC 9457). */
import { ApiError, NetworkError } from "../vendor.js";
import { _, ngettext, translated } from "./texts.js";

/**
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} title
 * @property {string} text what happened and what to do next
 * @property {Record<string, string>} fields what is wrong with each part, by JSON Pointer
 */

/** @type {Record<string, () => string>} */
const TEXTS = {
  invalid_credentials: () =>
    _("The address or password is wrong, or the account is not a member of this workspace. Check both and try again."),
  invalid_challenge: () =>
    _("This step ends after ten minutes or five wrong codes. Start again."),
  invalid_code: () => _("The code is wrong or was already used. Try the next one."),
  invalid_link: () => _("This link has expired, was already used or is incomplete. Ask for a new one."),
  email_taken: () => _("This address already has an account. Sign in, or set a new password."),
  account_not_found: () => _("No account has the address that the identity provider sent. Create one, or ask for an invitation."),
  account_disabled: () => _("The operator of this server has disabled this account. Ask them."),
  email_not_verified: () => _("The identity provider has not verified your email address. Verify it there, then try again."),
  identity_conflict: () =>
    _("Another identity of this provider already signs in to the account with your address. Sign in with that one."),
  identity_provider_unavailable: () =>
    _("The identity provider is not responding. Try again shortly, or sign in with your password."),
  invalid_id_token: () => _("The identity provider's response could not be verified. Try again."),
  signup_closed: () => _("Registration is closed on this server. Ask its operator to invite you."),
  demo_used: () => _("This account has already used its demo. Choose a plan to get another workspace."),
  hostname_taken: () => _("This domain is already in the workspace."),
  domain_allowance_exceeded: () =>
    _("Your plan does not cover another domain. Delete one that you do not need, or choose a larger plan."),
  workspace_suspended: () =>
    _("The workspace is suspended. Nothing is lost. If its plan has ended, it works again as soon as an owner chooses a plan; otherwise ask the operator of this server."),
  forbidden: () => _("Your role does not allow this. Ask an owner or an admin of the workspace."),
  not_found: () => _("It does not exist, or someone has removed it. Look at the list again."),
  last_sign_in: () => _("This is your only way to sign in. Sign out, set a password with “Forgot your password?”, then unlink."),
  own_sign_in_required: () =>
    _("You opened this session with an invitation link, so it works only for that workspace. Sign in first."),
  last_owner: () => _("A workspace needs an owner. Make another member an owner first."),
  precondition_failed: () => _("Nothing you typed is lost. Try again if it is still what you want."),
  unauthenticated: () => _("Your session has ended. Sign in again; nothing you typed is lost."),
  address_not_verified: () =>
    _("Verify your own email address before you invite people: follow the link in our email."),
  already_member: () => _("Someone with this address is already a member. Change their role instead."),
  draft_exists: () => _("Some of these domains have drafts. Leave these domains out, or choose to replace their drafts."),
  group_name_taken: () => _("The workspace already has a group with this name. Choose another one."),
  template_name_taken: () => _("The workspace already has a template with this name. Choose another one."),
  plan_current: () => _("The workspace already has this plan. Choose another one."),
  quota_exceeded: () => _("The workspace has as many of these as it can have. Delete one that you no longer need, then try again."),
  content_too_large: () => _("This is more than the service accepts. Shorten or remove some texts."),
  // Without a payment provider, no page offers to pay.
  billing_unavailable: () => _("The payment provider is not responding. Nothing was paid: try again shortly."),
  unavailable: () => _("The service is temporarily unavailable. Nothing was lost: try again shortly."),
};

/** Replacements for the service's titles, which are about its API. @type {Record<string, () => string>} */
const TITLES = {
  content_too_large: () => _("Too much was sent"),
  invalid_challenge: () => _("This step has ended"),
  invalid_id_token: () => _("Sign-in failed"),
  precondition_failed: () => _("Someone else has changed this"),
  unauthenticated: () => _("Your session has ended"),
};

/** Return the code of a response by a proxy in front of the service, which has none. @param {number} status */
const proxyCode = (status) => (status === 413 ? "content_too_large" : status >= 500 ? "unavailable" : "unknown");

/** Codes that mean the same to a person. @type {Record<string, string>} */
const SAME = { invalid_refresh_token: "unauthenticated" };

/** Texts for empty fields. @type {Record<string, string>} */
const LENGTHS = {
  "must have 1 character or more": "is required",
  "must not be empty or only spaces": "is required",
};

/**
 * Texts for a form's refusals, by the problem's code, with the field that they belong to.
 * @typedef {Record<string, () => [field: string, text: string]>} FieldErrors
 */

/** The errors of a form that asks for `code` alone. @type {FieldErrors} */
export const CODE = {
  invalid_code: () => [
    "code",
    _("The code is wrong or was already used. Try the next one. If none works, the clock of your device is wrong: let it set the time automatically."),
  ],
};

/** The errors of a form that asks for a backup code. @type {FieldErrors} */
export const BACKUP_CODE = {
  invalid_code: () => ["code", _("The code is wrong or was already used. Try another one: each works once.")],
};

/** The errors of a form that asks for `password` and `code` again. @type {FieldErrors} */
export const REAUTHENTICATION = {
  invalid_credentials: () => ["password", _("The password is wrong.")],
  ...CODE,
};

/**
 * Explain an error.
 * @param {unknown} error the exception of a call
 * @param {FieldErrors} [fieldErrors]
 * @returns {Problem}
 */
export function explain(error, fieldErrors = {}) {
  if (!(error instanceof ApiError)) return unreached(error);
  const { detail, title, errors, instance, status, retryAfter } = error;
  const code = SAME[error.code] ?? (error.code === "unknown" ? proxyCode(status) : error.code);
  const fields = Object.fromEntries(errors.map((part) => [part.pointer, translated(LENGTHS[part.message] ?? part.message)]));
  const knownText = TEXTS[code]?.();
  if (status === 429) {
    const seconds = retryAfter ?? 60;
    const wait =
      seconds < 90
        ? ngettext("Wait a second and try again.", "Wait {n} seconds and try again.", seconds)
        : ngettext("Wait a minute and try again.", "Wait {n} minutes and try again.", Math.ceil(seconds / 60));
    return { code, title: _("Too many attempts"), text: wait, fields };
  }
  const marked = fieldErrors[code]?.();
  if (marked) fields[`#/${marked[0]}`] = marked[1];
  if (marked || code === "validation_failed") {
    return fieldProblem(fields);
  }
  const id = code === "internal_error" && instance?.split(":").at(-1);
  const text = id
    ? _("The server made an unexpected error and logged it. If it happens again, tell its operator this number: {id}", { id })
    : (knownText ?? translated(detail || title));
  const isServerError = status >= 500;
  return { code, title: isServerError ? _("That did not work") : (TITLES[code]?.() ?? translated(title)), text, fields };
}

/**
 * Return a problem about the fields of a form.
 * @param {Record<string, string>} fields
 * @returns {Problem}
 */
export const fieldProblem = (fields) => ({
  code: "validation_failed",
  title: _("Something needs a change"),
  text: Object.keys(fields).some((pointer) => pointer.startsWith("#/banner/"))
    ? _("The editor has marked what is wrong with this banner.")
    : _("See the marked fields."),
  fields,
});

/**
 * Explain why something cannot be shown, without errors of fields.
 * @param {unknown} error
 */
export function explainRead(error) {
  const problem = explain(error);
  if (problem.code !== "validation_failed") return problem;
  const { fields } = problem;
  if (Object.keys(fields).some((pointer) => pointer.startsWith("#/query/"))) return invalidFilter(fields);
  return { ...notFound(), fields };
}

/** The problem of a filter in the address that means nothing. @param {Record<string, string>} [fields] @returns {Problem} */
export const invalidFilter = (fields = {}) => ({
  code: "invalid_filter",
  title: _("A filter cannot be applied"),
  text: _("Choose another value, or clear the filters."),
  fields,
});

/** The problem of a page or a resource that does not exist. @returns {Problem} */
export const notFound = () => ({ code: "not_found", title: _("Not found"), text: TEXTS.not_found?.() ?? "", fields: {} });

/** @param {unknown} error @returns {Problem} */
function unreached(error) {
  if (!(error instanceof NetworkError) && !(error instanceof DOMException)) console.error(error);
  return {
    code: "unreachable",
    title: _("The service could not be reached"),
    text: _("Check your connection and try again. Nothing you typed is lost."),
    fields: {},
  };
}
