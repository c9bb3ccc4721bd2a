/**
 * Texts in the reader's language: English in the code, translated by the service's catalogues.
 *
 * `_` and `ngettext` take their texts as literals in double quotes: that is how they are found.
 */
import { panelSite } from "./panel-site.js";

const KEPT = "consent-language";
const MILLION = 1_000_000;

/** @type {Record<string, string>} */
let catalogue = {};

const kept = localStorage.getItem(KEPT) ?? "";

/** The language chosen on this device, if there is one. */
export const chosen = panelSite.languages.includes(kept) ? kept : undefined;

/** The reader's language: the chosen one, else the browser's. */
export const language = chosen ?? panelSite.language;

/** The language with the reader's region if the browser has one: it determines the formats of dates and numbers. */
export const region = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;

/** Load the texts of the current page. */
export async function loadTexts() {
  document.documentElement.lang = language;
  catalogue = (await import(`../texts/${language}/${panelSite.texts}`)).default;
}

/** @type {Promise<void> | undefined} */
let all;

/** Load the texts of all pages, before the modules of another page. */
export function loadAllTexts() {
  all ??= import(`../texts/${language}.js`).then(
    (module) => void (catalogue = module.default),
    (error) => {
      // They are asked for again with the next page.
      all = undefined;
      throw error;
    },
  );
  return all;
}

/**
 * Choose a language for this device. The page is reloaded.
 * @param {string} tag
 */
export function chooseLanguage(tag) {
  localStorage.setItem(KEPT, tag);
  location.reload();
}

/**
 * Keep the language that was chosen on the site that the person comes from. Return whether a page
 * must be loaded to be in it.
 * @param {string | null} tag
 */
export function takeLanguage(tag) {
  if (!tag || !panelSite.languages.includes(tag)) return false;
  localStorage.setItem(KEPT, tag);
  return tag !== language;
}

/**
 * Return a text in the reader's language, `{name}` replaced by the value of that name.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function _(text, values) {
  return filled(catalogue[text] ?? text, values);
}

/**
 * Return the form of a text that goes with a number, `{n}` replaced by it.
 * @param {string} singular
 * @param {string} plural
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function ngettext(singular, plural, n, values) {
  const form = catalogue[""]?.[n < 200 ? n : n % MILLION ? 100 + (n % 100) : 200];
  const text = catalogue[`${singular}\n${plural}\n${form}`] ?? (n === 1 ? singular : plural);
  return filled(text, { n: n.toLocaleString(region), ...values });
}

/**
 * Mark a text for translation, and return it unchanged.
 * @param {string} text
 */
export const mark = (text) => text;

/**
 * Return the translation of one of the service's English texts, or the text itself. The
 * catalogue has `{1}`, `{2}` in the places of numbers.
 * @param {string} text
 */
export function translated(text) {
  if (text in catalogue) return catalogue[text] ?? text;
  /** @type {string[]} */
  const values = [""];
  const form = text.replace(/\d+/g, (digits) => `{${values.push(digits) - 1}}`);
  return form in catalogue ? filled(catalogue[form] ?? text, Object.fromEntries(Object.entries(values))) : text;
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
function filled(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Return a banner's texts in the reader's language, else in its first.
 * @param {any[]} locales
 */
export const readable = (locales) => locales.find((entry) => entry.locale === language) ?? locales[0];
