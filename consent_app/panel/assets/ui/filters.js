/** The filters of a list, which are stored in the address. */
import { here, setQuery } from "../lib/router.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";

const PAUSE_MS = 350;

/** @param {{label: string, children?: any}} props */
export const Filters = ({ label, children }) =>
  html`<div class="filters" role="search" aria-label=${label}>${children}</div>`;

/**
 * A choice of one value, or all.
 * @param {{name: string, label: string, options: [value: string, text: string][], all?: string | null}} props
 */
export function FilterChoice({ name, label, options, all = _("All") }) {
  return html`<label>
    ${label}
    <select
      value=${here.value.query.get(name) ?? ""}
      onChange=${(/** @type {any} */ event) => setQuery({ [name]: event.target.value })}
    >
      ${all !== null && html`<option value="">${all}</option>`}
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * A text, applied when the person pauses typing; `valid` matches complete texts.
 * @param {{name: string, label: string, valid?: RegExp, type?: string, [attribute: string]: any}} props
 */
export function FilterText({ name, label, valid, type = "search", ...others }) {
  const applied = here.value.query.get(name) ?? "";
  const [text, setText] = useState(applied);
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => setText(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** @param {string} typed */
  const take = (typed) => {
    setText(typed);
    clearTimeout(timer.current);
    const whole = typed.trim();
    if (whole && valid && !valid.test(whole)) return;
    timer.current = setTimeout(() => setQuery({ [name]: whole }), PAUSE_MS);
  };
  return html`<label>
    ${label}
    <input type=${type} value=${text} onInput=${(/** @type {any} */ event) => take(event.target.value)} ...${others} />
  </label>`;
}
