"""Several modules in one file."""

from __future__ import annotations

from consent_app.panel.bundles import bundle
from consent_app.panel.sources import read


def test_a_bundle_keeps_everything_but_comments() -> None:
    text = """/** About it. */
import { a, b } from "./b.js";
// Why.
/** @type {import("./b.js").Thing | null} */
export const one = /** @type {any} */ (a(`
  https://example.com // a text
`));
/**
 * @param {string} two
 */
export async function other(two) {
  return await import("../screens/x.js");
}
"""
    of = {"lib/a.js": read("lib/a.js", text), "lib/b.js": read("lib/b.js", "export const a = 1;\n")}
    assert (
        bundle(of, "lib/a.js", ["lib/a.js"], {"lib/b.js": "lib/b.js"})
        == """import { $lib_b } from "./b.js";
const $lib_a = (() => {
const { a, b } = $lib_b;
const one = (a(`
  https://example.com // a text
`));
async function other(two) {
  return await import("../screens/x.js");
}
return { one, other };
})();
export { $lib_a };
export const { one, other } = $lib_a;
"""
    )
