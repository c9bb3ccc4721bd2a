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
  { place: "public", path: "/register", screen: () => import("./screens/register.js"), open: true },
  { place: "public", path: "/forgot", screen: () => import("./screens/forgot.js"), open: true },
  { place: "public", path: "/invite", screen: () => import("./screens/invite.js"), open: true },
  { place: "public", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { place: "public", path: "/workspaces", screen: () => import("./screens/workspaces.js") },
  { place: "public", path: "/account", screen: () => import("./screens/account.js") },
  { place: "workspace", path: "/sign-in", screen: () => import("./screens/sign-in.js"), open: true },
  { place: "workspace", path: "/handoff", screen: () => import("./screens/handoff.js"), open: true },
  { place: "workspace", path: "/", screen: () => import("./screens/overview.js") },
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
