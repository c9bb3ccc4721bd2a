/** The names of a banner's parts, as in the editor. */
import { tongue } from "../lib/format.js";
import { _ } from "../lib/texts.js";
import { TEXTS } from "./banner-fields.js";
import { categoryName } from "./words.js";

/** @type {Record<string, string>} */
const NAMES = {
  ...Object.fromEntries(TEXTS().map(([name, label]) => [name, label])),
  controller: _("Who is responsible for the site"),
  policyUrl: _("Address of your privacy policy"),
  services: _("Services"),
  description: _("Description"),
  provider: _("Provider"),
  purpose: _("Purpose"),
  duration: _("Kept for"),
  position: _("Position"),
  layout: _("Layout"),
  reopen: _("Button: change the choice"),
  dark: _("Colours on dark pages"),
  background: _("Background"),
  text: _("Text"),
  accent: _("Buttons"),
  accentText: _("Text of buttons"),
};

/** Parts that are left out, because their children name the field. */
const UNSAID = ["", "locales", "texts", "categories", "style"];

/**
 * Return the name of a difference's path, such as `locales › de › texts › accept`.
 * @param {string} path
 */
export function partName(path) {
  const parts = path.split(" › ");
  const named = parts.map((part, index) => {
    if (UNSAID.includes(part)) return "";
    if (parts[index - 1] === "locales") return tongue(part);
    if (parts[index - 1] === "categories") return categoryName(part);
    return NAMES[part] ?? part;
  });
  return named.filter(Boolean).join(" › ") || _("What visitors are asked about");
}
