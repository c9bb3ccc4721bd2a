/** The domain of a page that has none in its path. */

/**
 * Return the domain with this id, else the newest; undefined if there are none.
 * @template {{id: string}} T
 * @param {T[]} domains
 * @param {string | null} id
 */
export const chosenDomain = (domains, id) => domains.find((domain) => domain.id === id) ?? domains.at(-1);
