/** The domain of a page that has none in its path. */

/**
 * Return the domain with this id, without one the newest; undefined if it is not among them.
 * @template {{id: string}} T
 * @param {T[]} domains newest first
 * @param {string | null} id
 */
export const chosenDomain = (domains, id) => (id ? domains.find((domain) => domain.id === id) : domains[0]);
