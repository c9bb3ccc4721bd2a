/** Entity tags, for `If-Match`. */

/**
 * Return the entity tag of a response.
 * @param {{response: Response}} result
 */
export const etagOf = ({ response }) => response.headers.get("ETag") ?? "";
