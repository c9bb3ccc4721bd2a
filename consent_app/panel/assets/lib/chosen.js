/** The domain that a page without one in its path is about. */

/**
 * Return the domain of this id, else the newest, undefined where there is none.
 * @template {{id: string}} T
 * @param {T[]} domains
 * @param {string | null} id
 */
export const chosenDomain = (domains, id) => domains.find((domain) => domain.id === id) ?? domains.at(-1);
