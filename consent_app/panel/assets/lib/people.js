/** The person who is signed in, and the workspace that is open. */
import { api } from "./session.js";
import { panelSite } from "./panel-site.js";
import { computed, signal } from "../vendor.js";

/** @typedef {import("../vendor.js").Models.Account} Account */
/** @typedef {import("../vendor.js").Models.Workspace} Workspace */

export const account = signal(/** @type {Account | null} */ (null));
export const workspace = signal(/** @type {Workspace | null} */ (null));

/** The person's role in this workspace, as of the last lookup. */
export const role = computed(() => {
  const ownMembership = account.value?.workspaces.find((membership) => membership.organization.slug === panelSite.slug);
  return ownMembership?.role ?? "viewer";
});

/** The roles, from the least to the most powerful. */
export const ROLES = /** @type {const} */ (["viewer", "admin", "owner"]);

/** Whether a role is above the person's own. @param {string} other */
export const isAbove = (other) => rank(other) > rank(role.value);

/** Whether the person may change things here. The service decides; this only avoids refused requests. */
export const mayChange = computed(() => rank(role.value) >= rank("admin"));

/** @param {string} name */
const rank = (name) => ROLES.findIndex((known) => known === name);

/** Look up the person and the workspace. Throws the ApiError of a refusal. */
export async function findPeople() {
  const requests = [
    api.GET("/v1/account").then(({ data }) => (account.value = data)),
    panelSite.slug ? api.GET("/v1/workspace").then(({ data }) => (workspace.value = data)) : null,
  ];
  await Promise.all(requests);
}
