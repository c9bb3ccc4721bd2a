/** All domains of the workspace, for choices. */
import { allRows } from "./data.js";
import { api } from "./session.js";

/** The service gives no more at a time. */
const LIMIT = 500;

/** Return the domains, also if there are more than the service gives at a time. */
export const allDomains = () =>
  allRows(async (/** @type {import("../vendor.js").Models.Domain | undefined} */ last) => {
    const query = { limit: LIMIT, ...(last && { cursor: last.id }) };
    return (await api.GET("/v1/domains", { params: { query } })).data.items;
  }, LIMIT);
