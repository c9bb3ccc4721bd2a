/** The service's words in the reader's language. */
import { _ } from "../lib/texts.js";

/** @param {string} role */
export const roleName = (role) => ({ owner: _("Owner"), admin: _("Admin"), viewer: _("Viewer") })[role] ?? role;
