/**
 * Every page: where it lives, its path and the module of its screen. The server reads this list too,
 * so each row keeps this form; `:name` stands for one segment.
 *
 * @typedef {{place: string, path: string, screen: () => Promise<{Screen: any}>, open?: boolean}} Route
 * @type {Route[]}
 */
export const ROUTES = [
  // `open`: for everybody; all others are for who is signed in.
  { place: "public", path: "/", screen: () => import("./screens/welcome.js"), open: true },
  { place: "public", path: "/sign-in", screen: () => import("./screens/sign-in.js"), open: true },
  { place: "public", path: "/sign-in/provider", screen: () => import("./screens/provider.js"), open: true },
  { place: "public", path: "/register", screen: () => import("./screens/register.js"), open: true },
  { place: "public", path: "/forgot", screen: () => import("./screens/forgot.js"), open: true },
  { place: "public", path: "/invite", screen: () => import("./screens/invite.js"), open: true },
  { place: "public", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { place: "public", path: "/workspaces", screen: () => import("./screens/workspaces.js") },
  { place: "public", path: "/plans", screen: () => import("./screens/plans.js") },
  { place: "public", path: "/account", screen: () => import("./screens/account.js") },
  { place: "workspace", path: "/sign-in", screen: () => import("./screens/sign-in.js"), open: true },
  { place: "workspace", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { place: "workspace", path: "/", screen: () => import("./screens/overview.js") },
  { place: "workspace", path: "/start", screen: () => import("./screens/start.js") },
  { place: "workspace", path: "/domains", screen: () => import("./screens/domains.js") },
  { place: "workspace", path: "/domains/:domainId", screen: () => import("./screens/domain.js") },
  { place: "workspace", path: "/domains/:domainId/banner", screen: () => import("./screens/banner.js") },
  { place: "workspace", path: "/domains/:domainId/banner/preview", screen: () => import("./screens/banner-preview.js") },
  { place: "workspace", path: "/receipts", screen: () => import("./screens/receipts.js") },
  { place: "workspace", path: "/receipts/:receiptId", screen: () => import("./screens/receipt.js") },
  { place: "workspace", path: "/statistics", screen: () => import("./screens/statistics.js") },
  { place: "workspace", path: "/members", screen: () => import("./screens/members.js") },
  { place: "workspace", path: "/api-keys", screen: () => import("./screens/api-keys.js") },
  { place: "workspace", path: "/audit", screen: () => import("./screens/audit.js") },
  { place: "workspace", path: "/settings", screen: () => import("./screens/settings.js") },
  { place: "workspace", path: "/account", screen: () => import("./screens/account.js") },
];

/**
 * Return the route of a path and what stands for its names; undefined where there is none.
 * @param {string} place
 * @param {string} path
 */
export function routeAt(place, path) {
  for (const route of ROUTES) {
    if (route.place !== place) continue;
    const names = [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? "");
    const pattern = new RegExp(`^${route.path.replace(/:\w+/g, "([^/]+)")}$`);
    const found = pattern.exec(path);
    if (!found) continue;
    const values = names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]);
    return { route, values: /** @type {Record<string, string>} */ (Object.fromEntries(values)) };
  }
  return undefined;
}
