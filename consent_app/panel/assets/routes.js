/**
 * Every page: its site, its path and the module of its screen. The server parses this list too, so
 * keep each row in this form. `:name` stands for one segment of the path. `reads` are the screen's first
 * requests, which are sent while the modules load (`lib/early.js`). In them, `{-29}` stands for the
 * instant 29 days ago and `{domain}` for the domain that `lib/chosen.js` chooses from the list before
 * it. A path that ends in `#token` is posted with the token from the page's fragment.
 *
 * @typedef {{site: string, path: string, screen: () => Promise<{Screen: any, prepare?: () => void}>, open?: boolean, reads?: string[]}} Route
 * @type {Route[]}
 */
export const ROUTES = [
  // `open`: needs no sign-in.
  { site: "public", path: "/", screen: () => import("./screens/welcome.js"), open: true },
  { site: "public", path: "/sign-in", screen: () => import("./screens/sign-in.js"), open: true },
  { site: "public", path: "/sign-in/provider", screen: () => import("./screens/provider.js"), open: true },
  { site: "public", path: "/register", screen: () => import("./screens/register.js"), open: true },
  { site: "public", path: "/forgot", screen: () => import("./screens/forgot.js"), open: true },
  { site: "public", path: "/invite", screen: () => import("./screens/invite.js"), open: true, reads: ["/v1/auth/invite#token"] },
  { site: "public", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { site: "public", path: "/workspaces", screen: () => import("./screens/workspaces.js") },
  { site: "public", path: "/plans", screen: () => import("./screens/plans.js"), reads: ["/v1/billing/plans"] },
  { site: "public", path: "/account", screen: () => import("./screens/account.js"), reads: ["/v1/account/sessions"] },
  { site: "workspace", path: "/sign-in", screen: () => import("./screens/sign-in.js"), open: true },
  { site: "workspace", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { site: "workspace", path: "/", screen: () => import("./screens/overview.js"), reads: ["/v1/domains?limit=100", "/v1/notifications?limit=20", "/v1/consent-stats?from={-29}&to={0}&interval=day&groupBy=action"] },
  { site: "workspace", path: "/search", screen: () => import("./screens/search.js") },
  { site: "workspace", path: "/start", screen: () => import("./screens/start.js"), reads: ["/v1/domains?limit=100", "/v1/domains/{domain}/banner", "/v1/consent-stats?from={-1}&to={0}&interval=day&domainId={domain}", "/v1/consent-events?domainId={domain}&limit=2"] },
  { site: "workspace", path: "/domains", screen: () => import("./screens/domains.js"), reads: ["/v1/domains?limit=50", "/v1/domain-groups"] },
  { site: "workspace", path: "/domains/:domainId", screen: () => import("./screens/domain.js"), reads: ["/v1/domains/:domainId", "/v1/domains/:domainId/compliance"] },
  { site: "workspace", path: "/domains/:domainId/banner", screen: () => import("./screens/banner.js"), reads: ["/v1/domains/:domainId", "/v1/domains/:domainId/banner"] },
  { site: "workspace", path: "/domains/:domainId/banner/preview", screen: () => import("./screens/banner-preview.js"), reads: ["/v1/domains/:domainId/banner/preview", "/v1/domains/:domainId/banner", "/v1/domains/:domainId"] },
  { site: "workspace", path: "/receipts", screen: () => import("./screens/receipts.js"), reads: ["/v1/consent-events?limit=51", "/v1/domains?limit=500"] },
  { site: "workspace", path: "/receipts/:receiptId", screen: () => import("./screens/receipt.js"), reads: ["/v1/consent-events/:receiptId"] },
  { site: "workspace", path: "/statistics", screen: () => import("./screens/statistics.js"), reads: ["/v1/domains?limit=500", "/v1/consent-stats?from={-29}&to={0}&interval=day&groupBy=action"] },
  { site: "workspace", path: "/members", screen: () => import("./screens/members.js"), reads: ["/v1/members", "/v1/invitations"] },
  { site: "workspace", path: "/api-keys", screen: () => import("./screens/api-keys.js"), reads: ["/v1/api-keys"] },
  { site: "workspace", path: "/audit", screen: () => import("./screens/audit.js"), reads: ["/v1/audit-events?limit=51", "/v1/members", "/v1/domain-groups", "/v1/domains?limit=500"] },
  { site: "workspace", path: "/settings", screen: () => import("./screens/settings.js"), reads: ["/v1/billing/subscription"] },
  { site: "workspace", path: "/account", screen: () => import("./screens/account.js"), reads: ["/v1/account/sessions"] },
];

/**
 * Return the route of a path, with the values of its names, or undefined.
 * @param {string} site
 * @param {string} path
 */
export function routeAt(site, path) {
  for (const route of ROUTES) {
    if (route.site !== site) continue;
    const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
    const pattern = new RegExp(`^${route.path.replace(/:\w+/g, "([^/]+)")}$`);
    const match = pattern.exec(path);
    if (!match) continue;
    const texts = match.slice(1).map(decoded);
    if (texts.includes(undefined)) return undefined;
    const values = names.map((name, index) => [name, texts[index] ?? ""]);
    return { route, values: /** @type {Record<string, string>} */ (Object.fromEntries(values)) };
  }
  return undefined;
}

/** Return a decoded segment of a path, or undefined for a malformed one. @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
