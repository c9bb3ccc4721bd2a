/**
 * What the server alone knows of this page.
 *
 * @typedef {object} Place
 * @property {"public" | "workspace"} place
 * @property {string | null} slug the workspace's, null on the public site
 * @property {string} base what every path of this place begins with
 * @property {string} publicOrigin
 * @property {string} workspaceOrigin where a workspace's panel is, with `{slug}` in it
 * @property {string} service the service's own address, as install tags name it
 * @property {string} product
 * @property {string | null} logo
 * @property {"open" | "invite" | "closed"} signup
 * @property {{issuer: string, name: string}[]} providers identity providers that sign people in
 * @property {string} language
 * @property {string[]} languages
 * @property {string | null} mailbox where development shows its mails
 * @property {{imprint: string | null, privacy: string | null, terms: string | null}} links
 */

/** @type {Place} */
export const place = JSON.parse(document.body.dataset.panel ?? "{}");

/**
 * Return where the panel of a workspace is, without a slash at its end.
 * @param {string} slug
 */
export const workspaceUrl = (slug) => place.workspaceOrigin.replace("{slug}", slug);

/** Whether the workspaces and the public site share one origin. */
export const oneOrigin = !/^https?:\/\/[^/]*\{slug\}/.test(place.workspaceOrigin);
