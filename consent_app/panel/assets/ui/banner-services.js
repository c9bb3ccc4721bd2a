/** The editor's services: those of each category, in every language. */
import { tongue } from "../lib/format.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";
import { Line, useOpened } from "./banner-fields.js";
import { categoryName } from "./words.js";

/**
 * What the editor remembers of a service. Services have no id, and their translations name them.
 * `former`: the name that its translations have while another service has the one in its field;
 * `home`: the language in which it was added here.
 * @typedef {{id: number, former?: string | undefined, home?: string}} Known
 */

let lastId = 0;

/** @param {import("./banner-fields.js").Editing} props */
export function Services({ content, change, fieldErrors, locale }) {
  const known = useRef(/** @type {Record<string, Known[]>} */ ({})).current;
  for (const { id, services = [] } of content.categories) {
    const own = (known[id] ??= []);
    while (own.length < services.length) own.push({ id: ++lastId });
    own.length = services.length;
  }
  const place = content.locales.findIndex((/** @type {any} */ entry) => entry.locale === locale);
  const entry = content.locales[place];
  if (!entry) return null;
  /** @param {number} index @param {any[]} services @param {any[]} [locales] */
  const put = (index, services, locales = content.locales) => {
    const categories = content.categories.with(index, { ...content.categories[index], services });
    change({ ...content, categories, locales: settled(categories, locales, known) });
  };
  /** The errors in this language's texts. @param {string} name */
  const ofWords = (name) => {
    const index = (entry.services ?? []).findIndex((/** @type {any} */ candidate) => candidate.name === name);
    return index < 0 ? {} : fieldErrorsBelow(fieldErrors, `/locales/${place}/services/${index}`);
  };
  return html`${content.categories.map((/** @type {any} */ category, /** @type {number} */ index) => {
    const services = category.services ?? [];
    const own = known[category.id] ?? [];
    /** @param {number} at @param {string} name */
    const remove = (at, name) => {
      const locales = content.locales.map((/** @type {any} */ entry) => ({ ...entry, services: (entry.services ?? []).filter((/** @type {any} */ candidate) => candidate.name !== name) }));
      own.splice(at, 1);
      put(index, services.toSpliced(at, 1), locales);
    };
    return html`<fieldset class="choices" key=${category.id}>
      <legend class="group">${categoryName(category.id)}</legend>
      ${services.map((/** @type {any} */ service, /** @type {number} */ at) => {
        const self = own[at] ?? { id: 0 };
        /** The service as its translations name it. */
        const named = { ...service, name: self.former ?? service.name };
        return html`<${Service}
          key=${self.id}
          service=${service}
          added=${self.home !== undefined}
          words=${wordsOf(entry, named)}
          hint=${untranslated(content.locales, named, place, self.home)}
          lang=${locale}
          fieldErrors=${{ ...fieldErrorsBelow(fieldErrors, `/categories/${index}/services/${at}`), ...ofWords(named.name) }}
          onChange=${(/** @type {any} */ next) => {
            if (next.name !== undefined) self.former = named.name;
            put(index, services.with(at, { ...service, ...next }));
          }}
          onWords=${(/** @type {any} */ next) => {
            const isTranslated = (entry.services ?? []).some((/** @type {any} */ candidate) => candidate.name === named.name);
            if (place === 0 && !isTranslated) {
              put(index, services.with(at, { ...service, ...next }));
              return;
            }
            // The first language needs words too: those of the language in which it was added, until it has others.
            const words = wordsOf(entry, named);
            const same = Object.keys(next).every((name) => service[name] === words[/** @type {"purpose" | "duration"} */ (name)]);
            const first = self.home === locale && same ? services.with(at, { ...service, ...next }) : services;
            put(index, first, content.locales.with(place, withWords(entry, named, next)));
          }}
          onRemove=${() => remove(at, named.name)}
        />`;
      })}
      <button
        type="button"
        data-add
        aria-label=${_("Add a service to {category}", { category: categoryName(category.id) })}
        onClick=${() => {
          own.push({ id: ++lastId, home: locale });
          put(index, [...services, { name: "", provider: "", purpose: "", duration: "", thirdParty: true, patterns: [] }]);
        }}
      >
        ${_("Add a service")}
      </button>
    </fieldset>`;
  })}`;
}

/**
 * Return the translations with the names of renamed services, except those that another service has
 * too, in its field or in its translations: they would be mixed up with its own. Those that two
 * services have exchanged change together.
 * @param {any[]} categories @param {any[]} locales @param {Record<string, Known[]>} known
 */
function settled(categories, locales, known) {
  /** @type {{name: string, self: Known | undefined}[]} */
  const all = categories.flatMap(({ id, services = [] }) =>
    services.map((/** @type {any} */ service, /** @type {number} */ at) => ({ name: service.name, self: known[id]?.[at] })),
  );
  let ready = all.filter(({ name, self }) => self?.former !== undefined && all.filter((other) => other.name === name).length === 1);
  for (let count = -1; count !== ready.length; ) {
    count = ready.length;
    const kept = all.filter((service) => !ready.includes(service)).map(({ name, self }) => self?.former ?? name);
    ready = ready.filter(({ name }) => !kept.includes(name));
  }
  const names = new Map(ready.map(({ name, self }) => [self?.former, name]));
  for (const { self } of ready) if (self) self.former = undefined;
  return names.size ? locales.map((entry) => withNames(entry, names)) : locales;
}

/** @param {any} entry @param {any} service */
function wordsOf(entry, service) {
  const translation = (entry.services ?? []).find((/** @type {any} */ candidate) => candidate.name === service.name);
  return { purpose: translation?.purpose ?? service.purpose, duration: translation?.duration ?? service.duration };
}

/**
 * Return a hint if visitors read a service's words in another language than theirs.
 * @param {any[]} locales @param {any} service @param {number} place the language that is edited
 * @param {string | undefined} home the language in which the service was added here
 */
function untranslated(locales, service, place, home) {
  /** @param {any} entry */
  const wordsIn = (entry) => (entry?.services ?? []).find((/** @type {any} */ candidate) => candidate.name === service.name);
  const { locale } = locales[place];
  if (home === locale || wordsIn(locales[place])) return undefined;
  if (place > 0) return _("Not translated yet: visitors see the first language.");
  const written = wordsIn(locales.find((entry) => entry.locale === home));
  return written && written.purpose === service.purpose
    ? _("Not translated yet: visitors see what you wrote in {language}.", { language: tongue(home ?? null) })
    : undefined;
}

/** @param {any} entry @param {Map<string | undefined, string>} names by former name */
const withNames = (entry, names) => ({
  ...entry,
  services: (entry.services ?? []).map((/** @type {any} */ translated) => ({ ...translated, name: names.get(translated.name) ?? translated.name })),
});

/** @param {any} entry @param {any} service @param {any} next */
function withWords(entry, service, next) {
  const services = entry.services ?? [];
  const at = services.findIndex((/** @type {any} */ candidate) => candidate.name === service.name);
  const { name, purpose, duration } = service;
  const changed = { ...(services[at] ?? { name, purpose, duration }), ...next };
  return { ...entry, services: at < 0 ? [...services, changed] : services.with(at, changed) };
}

/** @param {Record<string, string>} fieldErrors @param {string} path */
const fieldErrorsBelow = (fieldErrors, path) =>
  Object.fromEntries(Object.entries(fieldErrors).flatMap(([pointer, text]) => (pointer.startsWith(`${path}/`) ? [[pointer.slice(path.length + 1), text]] : [])));

/** @param {any} props */
function Service({ service, added, words, hint, lang, fieldErrors, onChange, onWords, onRemove }) {
  const card = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (added) card.current?.querySelector("input")?.focus();
  }, []);
  /** Leave the focus where services are added, because this one goes. */
  const remove = () => {
    const add = card.current?.parentElement?.querySelector("[data-add]");
    if (add instanceof HTMLElement) add.focus();
    onRemove();
  };
  /** @param {string} name @param {string} label */
  const field = (name, label) =>
    html`<${Line} label=${label} value=${service[name]} fieldError=${fieldErrors[name]} onChange=${(/** @type {string} */ text) => onChange({ [name]: text })} />`;
  /** @param {string} name @param {string} label @param {boolean} [long] */
  const worded = (name, label, long) =>
    html`<${Line} label=${label} long=${long} lang=${lang} value=${words[name]} fieldError=${fieldErrors[name]} onChange=${(/** @type {string} */ text) => onWords({ [name]: text })} />`;
  const opened = useOpened(!service.name, Object.keys(fieldErrors).length > 0);
  return html`<details class="card" open=${opened} ref=${card}>
    <summary>${service.name || _("New service")}</summary>
    ${field("name", _("Name of the service"))} ${field("provider", _("Provider"))}
    ${hint && html`<p class="hint">${hint}</p>`}
    ${worded("purpose", _("Purpose"), true)} ${worded("duration", _("Kept for"))}
    <${Patterns} patterns=${service.patterns ?? []} fieldErrors=${fieldErrors} onChange=${(/** @type {string[]} */ patterns) => onChange({ patterns })} />
    <label class="choice">
      <input type="checkbox" checked=${service.thirdParty} onChange=${() => onChange({ thirdParty: !service.thirdParty })} />
      ${_("A third party runs it")}
    </label>
    <p><button type="button" class="danger" aria-label=${_("Remove {service}", { service: service.name || _("New service") })} onClick=${remove}>${_("Remove")}</button></p>
  </details>`;
}

/** A list of names, separated by commas. Input is not reformatted while the person types. @param {any} props */
function Patterns({ patterns, fieldErrors, onChange }) {
  const [text, setText] = useState(patterns.join(", "));
  return html`<${Line}
    label=${_("Cookies and storage it uses, separated by commas (* matches anything)")}
    value=${text}
    fieldError=${fieldErrors.patterns ?? fieldErrorOfPattern(patterns, fieldErrors)}
    onChange=${(/** @type {string} */ typed) => {
      setText(typed);
      onChange(typed.split(/[\s,]+/).filter(Boolean));
    }}
  />`;
}

/** Return what is wrong with the first wrong name. @param {string[]} patterns @param {Record<string, string>} fieldErrors */
function fieldErrorOfPattern(patterns, fieldErrors) {
  const wrong = patterns.find((_pattern, index) => fieldErrors[`patterns/${index}`]);
  return wrong && _("“{name}” is not possible: a name has at most 100 ASCII letters, digits and symbols, and at most four *.", { name: wrong });
}
