/**
 * Signing in at an identity provider: this tab goes there and comes back to `/sign-in/provider`.
 *
 * The state of a sign-in is stored for this tab only, so a code from a sign-in that somebody else began is
 * refused here.
 */
import { left, panelSite } from "./panel-site.js";
import { anyone } from "./session.js";

const KEPT = "provider-sign-in";

/**
 * @typedef {object} Wanted
 * @property {string} issuer
 * @property {string | null} [workspace] its slug; the account's sign-in without one
 * @property {boolean} [allowSignup]
 * @property {string | null} [to] a path to go on to
 */

/** @typedef {Wanted & {state: string, signInToken: string}} Begun */

/** @param {string | null | undefined} issuer */
export const providerOf = (issuer) => panelSite.providers.find((provider) => provider.issuer === issuer);

/**
 * Return the address at which another origin or tab begins a sign-in.
 * @param {Wanted} wanted
 */
export function beginningUrl({ issuer, workspace, to }) {
  const query = new URLSearchParams({ issuer, ...(workspace && { workspace }), ...(to && { to }) });
  return `${panelSite.publicOrigin}/sign-in/provider?${query}`;
}

/**
 * Send the person to the provider.
 * @param {Wanted} signIn
 */
export async function leaveForProvider(signIn) {
  const { issuer, workspace, allowSignup } = signIn;
  const body = { issuer, ...(workspace && { orgSlug: workspace }), ...(allowSignup && { allowSignup }) };
  const { data } = await anyone.POST("/v1/auth/identity-provider/authorization", { body });
  const { authorizationUrl, state, signInToken } = data;
  sessionStorage.setItem(KEPT, JSON.stringify({ ...signIn, state, signInToken }));
  location.assign(authorizationUrl);
  await left();
}

/** Return the provider's response from the query or the fragment, and remove it from the address. */
export function takeReturned() {
  const query = new URLSearchParams(location.search);
  const parameters = query.has("state") ? query : new URLSearchParams(location.hash.slice(1));
  if (!parameters.has("state")) return undefined;
  history.replaceState(history.state, "", location.pathname);
  return {
    state: parameters.get("state") ?? "",
    code: parameters.get("code"),
    iss: parameters.get("iss"),
    error: parameters.get("error"),
  };
}

/**
 * Return the sign-in that this tab began with this state, once; otherwise undefined.
 * @param {string} state
 * @returns {Begun | undefined}
 */
export function takeBegun(state) {
  const begun = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (begun?.state !== state) return undefined;
  sessionStorage.removeItem(KEPT);
  return begun;
}
