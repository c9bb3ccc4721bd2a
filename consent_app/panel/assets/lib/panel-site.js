/**
 * What only the server knows about this page.
 *
 * @typedef {object} PanelSite
 * @property {"public" | "workspace"} kind the public site, or a workspace's
 * @property {string | null} slug the workspace's, null on the public site
 * @property {string} base what every path of this site begins with
 * @property {string} publicOrigin
 * @property {string} workspaceOrigin where a workspace's panel is, with `{slug}` in it
 * @property {string} service the service's own address, as install tags name it
 * @property {string | null} guides where the guides are, if the server has their pages; ends with a slash
 * @property {string} product
 * @property {string | null} logo
 * @property {"open" | "invite" | "closed"} signup
 * @property {number} exportRows how many receipts an export has at most
 * @property {{issuer: string, name: string}[]} providers identity providers that sign people in
 * @property {string} texts the module of the page's texts, below `texts/`
 * @property {string} renewal the path of the service worker that renews sessions
 * @property {string[]} reads addresses of the API that the page reads first
 * @property {string} language
 * @property {string[]} languages
 * @property {string | null} mailbox where development shows its emails
 * @property {{imprint: string | null, privacy: string | null, terms: string | null}} links
 */

/** @type {PanelSite} */
export const panelSite = JSON.parse(document.documentElement.dataset.panel ?? "{}");

/**
 * Return the address of a workspace's panel, without a trailing slash.
 * @param {string} slug
 */
export const workspaceUrl = (slug) => panelSite.workspaceOrigin.replace("{slug}", slug);

/**
 * Return which of the service's sites sent the person here, `null` for any other page or none. Any
 * page can link here, but none can pretend to be another: the browser reports it.
 * @returns {{slug: string | null} | null} `slug`: the workspace's, null for the public site
 */
export function sender() {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).origin : "";
  if (!from) return null;
  const ownOrigin = panelSite.slug ? panelSite.publicOrigin : location.origin;
  if (from === ownOrigin || from === panelSite.publicOrigin) return { slug: null };
  const [before = "", after = ""] = panelSite.workspaceOrigin.split("{slug}");
  const slug = from.slice(before.length, from.length - after.length);
  return !oneOrigin && /^[a-z0-9-]+$/.test(slug) && workspaceUrl(slug) === from ? { slug } : null;
}

/** How long a button stays busy at most that has left for a page which does not come. */
const LEAVING_MS = 15_000;

/** Wait for another page, which replaces this one unless the person comes back to it. */
export const left = () =>
  new Promise((resolve) => {
    addEventListener("pageshow", resolve, { once: true });
    setTimeout(resolve, LEAVING_MS);
  });

/**
 * Go to another of the service's sites, and let it recognise this one by `sender`. By the service's
 * policy for all other links, browsers send no referrer.
 * @param {string} address
 */
export async function leaveFor(address) {
  const link = document.createElement("a");
  link.href = address;
  link.referrerPolicy = "strict-origin";
  link.click();
  await left();
}

/** Whether the workspaces and the public site share one origin. */
const oneOrigin = !/^https?:\/\/[^/]*\{slug\}/.test(panelSite.workspaceOrigin);
