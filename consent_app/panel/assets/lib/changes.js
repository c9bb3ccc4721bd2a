/** The differences between two values, as paths with the values before and after. */

/** @typedef {{path: string, before: string, after: string}} Change */

/**
 * Return the differences. Entries of lists are identified by their `locale`, `id` or `name`.
 * @param {any} before
 * @param {any} after
 * @param {string} [path]
 * @returns {Change[]}
 */
export function changesOf(before, after, path = "") {
  if (before === after) return [];
  if (isPlain(before) && isPlain(after)) {
    const [oldEntries, newEntries] = [named(before), named(after)];
    const names = [...new Set([...Object.keys(oldEntries), ...Object.keys(newEntries)])];
    return names.flatMap((name) => changesOf(oldEntries[name], newEntries[name], path ? `${path} › ${name}` : name));
  }
  return [{ path, before: text(before), after: text(after) }];
}

/** @param {any} value */
const isPlain = (value) => typeof value === "object" && value !== null;

/** @param {any} value @returns {Record<string, any>} */
function named(value) {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((item, index) => [isPlain(item) ? (item.locale ?? item.id ?? item.name ?? index) : item, item]),
  );
}

/** @param {any} value */
function text(value) {
  if (value === undefined || value === null) return "–";
  if (!isPlain(value)) return String(value);
  return value.locale ?? value.id ?? value.name ?? "…";
}
