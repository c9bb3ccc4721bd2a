/** All domains of the workspace, for choices. */
import { api } from "./session.js";

/** The service gives no more at a time. */
const LIMIT = 500;

/** Return the domains, also if there are more than the service gives at a time. */
export async function allDomains() {
  /** @type {import("../vendor.js").Models.Domain[]} */
  const domains = [];
  for (;;) {
    const cursor = domains.at(-1)?.id;
    const { data } = await api.GET("/v1/domains", { params: { query: { limit: LIMIT, ...(cursor && { cursor }) } } });
    domains.push(...data.items);
    if (data.items.length < LIMIT) return domains;
  }
}
