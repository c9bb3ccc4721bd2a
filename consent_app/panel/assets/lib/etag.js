/** What `If-Match` names: the state that a change was made over. */

/**
 * Return the entity tag of an answer.
 * @param {{response: Response}} answer
 */
export const etagOf = ({ response }) => response.headers.get("ETag") ?? "";
