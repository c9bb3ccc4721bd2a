/** The editor's fields: categories, texts and colours. */
import { contrast } from "../lib/contrast.js";
import { number, tongue } from "../lib/format.js";
import { _ } from "../lib/texts.js";
import { html, useId, useRef, useState } from "../vendor.js";
import { Asking } from "./parts.js";
import { categoryName } from "./words.js";

const LEAST_CONTRAST = 4.5;
const ORDER = ["analytics", "marketing", "preferences"];

/**
 * A field of the editor.
 * @param {{label: string, value: string, fieldError?: string | undefined, long?: boolean, type?: string, lang?: string, onChange: (value: string) => void}} props
 */
export function Line({ label, value, fieldError, long, type = "text", lang, onChange }) {
  const id = useId();
  const attributes = {
    id,
    lang,
    dir: lang ? "auto" : undefined,
    value,
    "aria-invalid": fieldError ? "true" : undefined,
    "aria-describedby": fieldError ? `${id}-error` : undefined,
    onInput: (/** @type {any} */ event) => onChange(event.target.value),
  };
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${long ? html`<textarea rows="3" ...${attributes}></textarea>` : html`<input type=${type} ...${attributes} />`}
    ${fieldError && html`<p class="field-error" id=${`${id}-error`}>${/^\p{Ll}/u.test(fieldError) ? `${label} ${fieldError}.` : fieldError}</p>`}
  </div>`;
}

/**
 * Return whether a section opens by itself: once it contains an error, so that no error is hidden. If the
 * person closes it, it stays closed.
 * @param {boolean} open
 * @param {boolean} invalid
 */
export function useOpened(open, invalid) {
  const opened = useRef(open);
  if (invalid) opened.current = true;
  return opened.current;
}

/**
 * A section whose fields are rendered when it is opened.
 * @param {{title: string, open?: boolean, invalid?: boolean, children: () => any}} props
 */
export function Section({ title, open = false, invalid = false, children }) {
  const opened = useOpened(open, invalid);
  const [isVisible, setVisible] = useState(false);
  return html`<details open=${opened} onToggle=${() => setVisible(true)}><summary><h2>${title}</h2></summary>${(isVisible || opened) && children()}</details>`;
}

/**
 * @typedef {{content: any, change: (content: any) => void, fieldErrors: Record<string, string>, locale: string}} Editing
 * @param {Editing} props
 */
export function Basics({ content, change, fieldErrors }) {
  const errorId = useId();
  const error = fieldErrors["/categories"] && errorId;
  /** The banner as it was when a category was taken out of it, by the category. */
  const former = useRef(/** @type {Record<string, any>} */ ({})).current;
  /** @param {string} id */
  const offered = (id) => content.categories.some((/** @type {any} */ category) => category.id === id);
  /** @param {string} id */
  const toggle = (id) => {
    if (!offered(id)) {
      change(withCategory(content, id, former[id]));
      return;
    }
    former[id] = content;
    const categories = content.categories.filter((/** @type {any} */ category) => category.id !== id);
    const services = categories.flatMap(serviceNames);
    const locales = content.locales.map((/** @type {any} */ entry) => ({
      ...entry,
      categories: entry.categories.filter((/** @type {any} */ category) => category.id !== id),
      services: (entry.services ?? []).filter((/** @type {any} */ service) => services.includes(service.name)),
    }));
    change({ ...content, categories, locales });
  };
  return html`<${Line} label=${_("Who is responsible for the site")} value=${content.controller} fieldError=${fieldErrors["/controller"]} onChange=${(/** @type {string} */ controller) => change({ ...content, controller })} />
    <${Line} label=${_("Address of your privacy policy")} type="url" value=${content.policyUrl ?? ""} fieldError=${fieldErrors["/policyUrl"]} onChange=${(/** @type {string} */ url) => change({ ...content, policyUrl: url || null })} />
    <fieldset class="choices">
      <legend>${_("What visitors are asked about")}</legend>
      ${ORDER.map(
        (id) => html`<label class="choice" key=${id}>
          <input type="checkbox" checked=${offered(id)} aria-invalid=${error ? "true" : undefined} aria-describedby=${error} onChange=${() => toggle(id)} /> ${categoryName(id)}
        </label>`,
      )}
    </fieldset>
    ${error && html`<p class="field-error" id=${errorId}>${_("Choose at least one category.")}</p>`}`;
}

/** @param {any} category @returns {string[]} */
const serviceNames = ({ services = [] }) => services.map((/** @type {any} */ service) => service.name);

/**
 * Return a banner with a category. It has the texts and services that it had in `former`, if it was in that.
 * @param {any} content @param {string} id @param {any} former
 */
function withCategory(content, id, former) {
  /** @param {any[] | undefined} categories */
  const own = (categories = []) => categories.filter((category) => category.id === id);
  const [category = { id }] = own(former?.categories);
  const names = serviceNames(category);
  const locales = content.locales.map((/** @type {any} */ entry) => {
    const was = former?.locales.find((/** @type {any} */ candidate) => candidate.locale === entry.locale);
    const services = (was?.services ?? []).filter((/** @type {any} */ service) => names.includes(service.name));
    // Where there are no default texts, the fields are empty and the owner fills them.
    const [words = UNWORDED.includes(entry.locale) && { id, title: "", description: "" }] = own(was?.categories);
    return { ...entry, categories: words ? sorted([...entry.categories, words]) : entry.categories, services: [...(entry.services ?? []), ...services] };
  });
  return { ...content, categories: sorted([...content.categories, category]), locales };
}

/** @param {any[]} categories */
const sorted = (categories) => categories.sort((left, right) => ORDER.indexOf(left.id) - ORDER.indexOf(right.id));

/** @returns {[name: string, label: string, long?: boolean][]} */
export const TEXTS = () => [
  ["title", _("Title")],
  ["description", _("Description"), true],
  ["accept", _("Button: accept all")],
  ["reject", _("Button: reject all")],
  ["customise", _("Button: choose")],
  ["save", _("Button: save the choice")],
  ["close", _("Button: close")],
  ["necessaryTitle", _("Necessary: title")],
  ["necessaryDescription", _("Necessary: description"), true],
  ["policy", _("Link to the privacy policy")],
  ["reopen", _("Button: change the choice")],
  ["gpcHonoured", _("Notice: privacy signal honoured"), true],
];

/** @param {Editing} props */
export function Wording({ content, change, fieldErrors, locale }) {
  const index = content.locales.findIndex((/** @type {any} */ entry) => entry.locale === locale);
  const entry = content.locales[index];
  // A language that was just added gets its texts with the next preview.
  if (!entry?.texts) return null;
  /** @param {any} next */
  const put = (next) => change({ ...content, locales: content.locales.with(index, { ...entry, ...next }) });
  return html`${TEXTS().map(
      ([name, label, long]) => html`<${Line}
        key=${name}
        label=${label}
        long=${long}
        lang=${locale}
        value=${entry.texts[name] ?? ""}
        fieldError=${fieldErrors[`/locales/${index}/texts/${name}`]}
        onChange=${(/** @type {string} */ text) => put({ texts: { ...entry.texts, [name]: text } })}
      />`,
    )}
    ${entry.categories.map(
      (/** @type {any} */ category, /** @type {number} */ place) => html`<fieldset class="choices" key=${category.id}>
        <legend class="group">${categoryName(category.id)}</legend>
        ${["title", "description"].map(
          (name) => html`<${Line}
            key=${name}
            label=${name === "title" ? _("Title") : _("Description")}
            long=${name === "description"}
            lang=${locale}
            value=${category[name]}
            fieldError=${fieldErrors[`/locales/${index}/categories/${place}/${name}`]}
            onChange=${(/** @type {string} */ text) => put({ categories: entry.categories.with(place, { ...category, [name]: text }) })}
          />`,
        )}
      </fieldset>`,
    )}`;
}

/**
 * The language that is edited, and adding one with a button: moving through the list with the keyboard adds nothing.
 * @param {Editing & {choose: (locale: string) => void, mayChange: boolean}} props
 */
export function Languages({ content, change, locale, choose, mayChange }) {
  const locales = content.locales.map((/** @type {any} */ entry) => entry.locale);
  const base = content.locales.find((/** @type {any} */ entry) => entry.locale === "en") ?? content.locales[0];
  const offered = OFFERED.filter((tag) => !locales.includes(tag));
  const [chosen, setChosen] = useState("");
  const list = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const add = () => {
    // Without default texts it starts with the existing ones.
    const { texts, categories } = base;
    const direction = RIGHT_TO_LEFT.includes(chosen) ? "rtl" : "ltr";
    const entry = OFFERED.includes(chosen) ? { locale: chosen } : { locale: chosen, direction, texts, categories };
    change({ ...content, locales: [...content.locales, entry] });
    choose(chosen);
    setChosen("");
    // The button goes.
    list.current?.focus();
  };
  return html`<div class="tools">
    <label class="row">
      ${_("Language")}
      <select value=${locale} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${locales.map((/** @type {string} */ tag) => html`<option key=${tag} value=${tag}>${tongue(tag)}</option>`)}
      </select>
    </label>
    ${mayChange &&
    locales.length > 1 &&
    html`<${Asking}
      class="link"
      title=${_("Remove {language}?", { language: tongue(locale) })}
      question=${_("Its texts are lost once you save the banner.")}
      confirm=${_("Remove")}
      onConfirm=${async () => {
        const locales = content.locales.filter((/** @type {any} */ entry) => entry.locale !== locale);
        change({ ...content, locales });
        choose(locales[0].locale);
      }}
      >${_("Remove {language}", { language: tongue(locale) })}<//
    >`}
    ${mayChange &&
    html`<label class="row">
      ${_("Add a language")}
      <select ref=${list} value=${chosen} onChange=${(/** @type {any} */ event) => setChosen(event.target.value)}>
        <option value="">${_("Choose …")}</option>
        ${offered.map((tag) => html`<option key=${tag} value=${tag}>${tongue(tag)}</option>`)}
        <optgroup label=${_("To be translated from: {language}", { language: tongue(base.locale) })}>
          ${UNWORDED.filter((tag) => !locales.includes(tag)).map((unworded) => html`<option key=${unworded} value=${unworded}>${tongue(unworded)}</option>`)}
        </optgroup>
      </select>
    </label>
    ${chosen && html`<button type="button" onClick=${add}>${_("Add {language}", { language: tongue(chosen) })}</button>`}`}
  </div>`;
}

/** The languages with default texts. */
const OFFERED = "en de fr it es nl pl pt sv da fi cs sk sl hr hu ro bg el et lv lt ga mt".split(" ");

/** Languages for which the owner must write the texts. */
const UNWORDED = "ar he fa ur tr uk ru no is ja ko zh-Hans zh-Hant hi id th vi".split(" ");

const RIGHT_TO_LEFT = ["ar", "he", "fa", "ur"];

/** @returns {[name: string, label: string][]} */
const COLOURS = () => [
  ["background", _("Background")],
  ["text", _("Text")],
  ["accent", _("Buttons")],
  ["accentText", _("Text of buttons")],
];

/** @param {Editing} props */
export function Look({ content, change }) {
  const { style } = content;
  /** @param {any} next */
  const put = (next) => change({ ...content, style: { ...style, ...next } });
  /** @param {string} name @param {string} label @param {[string, string][]} options */
  const choice = (name, label, options) => html`<label class="field">
    <strong>${label}</strong>
    <select value=${style[name]} onChange=${(/** @type {any} */ event) => put({ [name]: event.target.value })}>
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  </label>`;
  return html`${choice("position", _("Position"), [["bottom", _("Bottom")], ["top", _("Top")], ["center", _("Middle")]])}
    ${choice("layout", _("Layout"), [["bar", _("Bar")], ["box", _("Box")]])}
    ${choice("reject", _("Button: reject all"), [["equal", _("As prominent as accepting")], ["lesser", _("Less prominent")]])}
    ${choice("reopen", _("Button: change the choice"), [["button", _("Always visible")], ["none", _("A link of your own")]])}
    <${Palette} legend=${_("Colours")} colours=${style} put=${put} />
    <label class="choice">
      <input type="checkbox" checked=${Boolean(style.dark)} onChange=${() => put({ dark: style.dark ? null : { background: "#1a1d21", text: "#f1f3f5", accent: "#9db8ff", accentText: "#0b1a3d" } })} />
      ${_("Own colours on dark pages")}
    </label>
    ${style.dark && html`<${Palette} legend=${_("Colours on dark pages")} colours=${style.dark} put=${(/** @type {any} */ next) => put({ dark: { ...style.dark, ...next } })} />`}`;
}

/** The colours of text, each with the colour behind it and the name of the pair. @returns {[front: string, back: string, label: string][]} */
const PAIRS = () => [
  ["text", "background", _("Text on background")],
  ["accentText", "accent", _("Text on buttons")],
];

/** @param {{legend: string, colours: any, put: (next: any) => void}} props */
function Palette({ legend, colours, put }) {
  const id = useId();
  const pairs = PAIRS().map(([front, back, label]) => ({ front, label, ratio: contrast(colours[front], colours[back]) }));
  return html`<fieldset class="choices">
    <legend>${legend}</legend>
    <div class="palette">
      ${COLOURS().map(([name, label]) => {
        const pair = pairs.find(({ front }) => front === name);
        return html`<label key=${name}>
          ${label}
          <input
            type="color"
            value=${colours[name]}
            aria-describedby=${pair && `${id}-${name}`}
            aria-invalid=${pair && pair.ratio < LEAST_CONTRAST ? "true" : undefined}
            onInput=${(/** @type {any} */ event) => put({ [name]: event.target.value })}
          />
        </label>`;
      })}
    </div>
    ${pairs.map(
      ({ front, label, ratio }) => html`<p key=${front} id=${`${id}-${front}`} class=${ratio < LEAST_CONTRAST ? "field-error" : "hint"}>
        ${_("{name}: {value}", { name: label, value: `${rounded(ratio)}:1` })} ${ratio < LEAST_CONTRAST ? _("too low: at least {least}:1 is needed", { least: number(LEAST_CONTRAST) }) : _("readable")}
      </p>`,
    )}
  </fieldset>`;
}

/** Round down, so that 4.49 is not shown as 4.5. @param {number} ratio */
const rounded = (ratio) => number(Math.floor(ratio * 10) / 10);
