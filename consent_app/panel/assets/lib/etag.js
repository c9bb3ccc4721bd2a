/** Entity tags, for `If-Match`. */

/**
 * Return the entity tag of a response.
 * @param {{response: Response}} answer
 */
export const etagOf = ({ response }) => response.headers.get("ETag") ?? "";
