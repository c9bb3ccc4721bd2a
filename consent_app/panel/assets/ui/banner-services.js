/** The editor's services: those of each category, in every language. */
import { _ } from "../lib/texts.js";
import { html, useState } from "../vendor.js";
import { Line, useOpened } from "./banner-fields.js";
import { categoryName } from "./words.js";

/** @param {import("./banner-fields.js").Editing} props */
export function Services({ content, change, faults, locale }) {
  const place = content.locales.findIndex((/** @type {any} */ entry) => entry.locale === locale);
  const entry = content.locales[place];
  if (!entry) return null;
  /** @param {number} index @param {any[]} services @param {any[]} [locales] */
  const put = (index, services, locales = content.locales) => {
    const categories = content.categories.with(index, { ...content.categories[index], services });
    change({ ...content, categories, locales });
  };
  /** The errors in this language's texts. @param {any} service */
  const ofWords = (service) => {
    const index = (entry.services ?? []).findIndex((/** @type {any} */ candidate) => candidate.name === service.name);
    return index < 0 ? {} : faultsBelow(faults, `/locales/${place}/services/${index}`);
  };
  return html`${content.categories.map((/** @type {any} */ category, /** @type {number} */ index) => {
    const services = category.services ?? [];
    /** @param {number} at */
    const remove = (at) => {
      const { name } = services[at];
      const locales = content.locales.map((/** @type {any} */ entry) => ({ ...entry, services: (entry.services ?? []).filter((/** @type {any} */ candidate) => candidate.name !== name) }));
      put(index, services.toSpliced(at, 1), locales);
    };
    return html`<fieldset class="choices" key=${category.id}>
      <legend class="group">${categoryName(category.id)}</legend>
      ${services.map(
        (/** @type {any} */ service, /** @type {number} */ at) => html`<${Service}
          key=${at}
          service=${service}
          words=${wordsOf(entry, service, place)}
          lang=${locale}
          faults=${{ ...faultsBelow(faults, `/categories/${index}/services/${at}`), ...ofWords(service) }}
          onChange=${(/** @type {any} */ next) => {
            const renamed = next.name !== undefined && next.name !== service.name;
            const locales = renamed ? content.locales.map((/** @type {any} */ entry) => withName(entry, service.name, next.name)) : content.locales;
            put(index, services.with(at, { ...service, ...next }), locales);
          }}
          onWords=${(/** @type {any} */ next) => {
            const isTranslated = (entry.services ?? []).some((/** @type {any} */ candidate) => candidate.name === service.name);
            if (place === 0 && !isTranslated) put(index, services.with(at, { ...service, ...next }));
            else put(index, services, content.locales.with(place, withWords(entry, service, next)));
          }}
          onRemove=${() => remove(at)}
        />`,
      )}
      <button
        type="button"
        aria-label=${_("Add a service to {category}", { category: categoryName(category.id) })}
        onClick=${() => put(index, [...services, { name: "", provider: "", purpose: "", duration: "", thirdParty: true, patterns: [] }])}
      >
        ${_("Add a service")}
      </button>
    </fieldset>`;
  })}`;
}

/** @param {any} entry @param {any} service @param {number} place */
function wordsOf(entry, service, place) {
  const translation = (entry.services ?? []).find((/** @type {any} */ candidate) => candidate.name === service.name);
  return { purpose: translation?.purpose ?? service.purpose, duration: translation?.duration ?? service.duration, borrowed: !translation && place > 0 };
}

/** @param {any} entry @param {string} former @param {string} name */
const withName = (entry, former, name) => ({
  ...entry,
  services: (entry.services ?? []).map((/** @type {any} */ translated) => (translated.name === former ? { ...translated, name } : translated)),
});

/** @param {any} entry @param {any} service @param {any} next */
function withWords(entry, service, next) {
  const services = entry.services ?? [];
  const at = services.findIndex((/** @type {any} */ candidate) => candidate.name === service.name);
  const { name, purpose, duration } = service;
  const changed = { ...(services[at] ?? { name, purpose, duration }), ...next };
  return { ...entry, services: at < 0 ? [...services, changed] : services.with(at, changed) };
}

/** @param {Record<string, string>} faults @param {string} path */
const faultsBelow = (faults, path) =>
  Object.fromEntries(Object.entries(faults).flatMap(([pointer, text]) => (pointer.startsWith(`${path}/`) ? [[pointer.slice(path.length + 1), text]] : [])));

/** @param {any} props */
function Service({ service, words, lang, faults, onChange, onWords, onRemove }) {
  /** @param {string} name @param {string} label */
  const field = (name, label) =>
    html`<${Line} label=${label} value=${service[name]} fault=${faults[name]} onChange=${(/** @type {string} */ text) => onChange({ [name]: text })} />`;
  /** @param {string} name @param {string} label @param {boolean} [long] */
  const worded = (name, label, long) =>
    html`<${Line} label=${label} long=${long} lang=${lang} value=${words[name]} fault=${faults[name]} onChange=${(/** @type {string} */ text) => onWords({ [name]: text })} />`;
  const opened = useOpened(!service.name, Object.keys(faults).length > 0);
  return html`<details class="card" open=${opened}>
    <summary>${service.name || _("New service")}</summary>
    ${field("name", _("Name of the service"))} ${field("provider", _("Provider"))}
    ${words.borrowed && html`<p class="hint">${_("Not translated yet: visitors read the words of the first language.")}</p>`}
    ${worded("purpose", _("Purpose"), true)} ${worded("duration", _("Kept for"))}
    <${Patterns} patterns=${service.patterns ?? []} fault=${faults.patterns} onChange=${(/** @type {string[]} */ patterns) => onChange({ patterns })} />
    <label class="choice">
      <input type="checkbox" checked=${service.thirdParty} onChange=${() => onChange({ thirdParty: !service.thirdParty })} />
      ${_("A third party runs it")}
    </label>
    <p><button type="button" class="danger" aria-label=${_("Remove {service}", { service: service.name || _("New service") })} onClick=${onRemove}>${_("Remove")}</button></p>
  </details>`;
}

/** A list of names, separated by commas. Input is not reformatted while the person types. @param {any} props */
function Patterns({ patterns, fault, onChange }) {
  const [text, setText] = useState(patterns.join(", "));
  return html`<${Line}
    label=${_("Cookies and storage it uses, with commas between them (* stands for anything)")}
    value=${text}
    fault=${fault}
    onChange=${(/** @type {string} */ typed) => {
      setText(typed);
      onChange(typed.split(/[\s,]+/).filter(Boolean));
    }}
  />`;
}
