/** Entering a workspace, which may have its own origin, with a hand-off code. */
import { leaveFor } from "./panel-site.js";
import { api } from "./session.js";
import { chosen } from "./texts.js";
import { openClient } from "../vendor.js";

/**
 * Go where a hand-off leads.
 * @param {{url: string, code: string}} handoff
 * @param {string} [to] a path to go on to
 */
export async function follow({ url, code }, to) {
  // Another origin does not know which language was chosen here.
  const parameters = { code, ...(to && { to }), ...(chosen && { language: chosen }) };
  await leaveFor(`${url}#${new URLSearchParams(parameters)}`);
}

/**
 * Go from a workspace to a page of the account, which is on the public site.
 * @param {string} to its path
 */
export async function openAccount(to) {
  await follow((await api.POST("/v1/auth/account-handoff")).data, to);
}

/**
 * Enter a workspace of the account that is signed in here.
 * @param {string} orgSlug
 */
export async function enterWorkspace(orgSlug) {
  await follow((await api.POST("/v1/account/handoff", { body: { orgSlug } })).data);
}

/**
 * Hand a workspace's session that was opened here off to its panel's origin.
 * @param {{accessToken: string, organization: {slug: string}}} newSession
 * @param {string} [to] a path to go on to
 */
export async function carryOver({ accessToken, organization }, to) {
  const client = openClient(location.origin, { token: accessToken });
  await follow((await client.POST("/v1/auth/handoff", { body: { orgSlug: organization.slug } })).data, to);
}
