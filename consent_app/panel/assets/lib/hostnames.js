/** International hostnames in their own letters, by the rules of the service's `net/hostname.py`. */

const ACCENTED = /^[a-z0-9\u00df-\u0130\u0132-\u0137\u0139-\u017e\u0218-\u021b\u1e00-\u1eff-]+$/;
const SCRIPTS = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc0-9-]+$/u,
  ...["Cyrillic", "Greek", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari"].map(
    (script) => new RegExp(`^[\\p{Script=${script}}0-9-]+$`, "u"),
  ),
];
/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKE =
  /^[\u0430\u0433\u0435\u043e\u043f\u0440\u0441\u0443\u0445\u044a\u044c\u0455\u0456\u0458\u0461\u0475\u04bb\u04bd\u04cf\u0501\u051b\u051d\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c9\u03c70-9-]+$/;

/**
 * Return a stored hostname as people read it. A label that cannot be decoded, mixes scripts, or could
 * be taken for another one stays as it is stored.
 * @param {string} hostname
 */
export const shownHostname = (hostname) => hostname.split(".").map(shownLabel).join(".");

/**
 * Return the text to search for: of a page's address, only the hostname, without `www`.
 * @param {string} typed
 */
export function searchText(typed) {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text)) return text;
  try {
    return new URL(text).hostname.replace(/^www\./, "");
  } catch {
    return text;
  }
}

/** @param {string} label */
function shownLabel(label) {
  if (!label.startsWith("xn--")) return label;
  try {
    const text = decoded(label.slice(4));
    const isPlain = ACCENTED.test(text) || (SCRIPTS.some((script) => script.test(text)) && !LOOKALIKE.test(text));
    // The browser encodes only what is valid.
    return isPlain && new URL(`https://${text}.example`).hostname === `${label}.example` ? text : label;
  } catch {
    return label;
  }
}

/**
 * Return the text of a label in Punycode (RFC 3492). Throws RangeError.
 * @param {string} encoded
 */
function decoded(encoded) {
  const end = encoded.lastIndexOf("-");
  const characters = [...encoded.slice(0, Math.max(end, 0))];
  let [code, bias, position, index] = [128, 72, 0, end + 1];
  while (index < encoded.length) {
    const before = position;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(encoded.charAt(index++) || "-");
      if (digit < 0) throw new RangeError("not Punycode");
      position += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = characters.length + 1;
    bias = adapted(position - before, count, before === 0);
    code += Math.floor(position / count);
    position %= count;
    characters.splice(position++, 0, String.fromCodePoint(code));
  }
  return characters.join("");
}

/** @param {number} delta @param {number} count @param {boolean} isFirst */
function adapted(delta, count, isFirst) {
  delta = isFirst ? Math.floor(delta / 700) : delta >> 1;
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
