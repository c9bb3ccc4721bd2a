/** Going into a workspace, which may have an origin of its own: by a hand-off code. */
import { api } from "./session.js";
import { openClient } from "../vendor.js";

/**
 * Go where a hand-off leads.
 * @param {{url: string, code: string}} handoff
 */
export function follow({ url, code }) {
  location.assign(`${url}#${new URLSearchParams({ code })}`);
}

/**
 * Enter a workspace of the account that is signed in here.
 * @param {string} orgSlug
 */
export async function enterWorkspace(orgSlug) {
  follow((await api.POST("/v1/account/handoff", { body: { orgSlug } })).data);
}

/**
 * Carry a workspace's session that was opened here over to where its panel is.
 * @param {{accessToken: string, organization: {slug: string}}} answer
 */
export async function carryOver({ accessToken, organization }) {
  const own = openClient(location.origin, { token: accessToken });
  follow((await own.POST("/v1/auth/handoff", { body: { orgSlug: organization.slug } })).data);
}
