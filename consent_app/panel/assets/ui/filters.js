/** The filters of a list, which are stored in the address. */
import { here, setQuery } from "../lib/router.js";
import { _ } from "../lib/texts.js";
import { Link } from "./parts.js";
import { html, useEffect, useId, useRef, useState } from "../vendor.js";

const PAUSE_MS = 350;

/** @param {{label: string, children?: any}} props */
export const Filters = ({ label, children }) =>
  html`<div class="filters" role="search" aria-label=${label}>${children}</div>`;

/**
 * A choice of one value, or all.
 * @param {{name: string, label: string, options: [value: string, text: string][], all?: string | null, clears?: string[]}} props
 * `clears`: filters that mean nothing for another value
 */
export function FilterChoice({ name, label, options, all = _("All"), clears = [] }) {
  const applied = here.value.query.get(name) ?? "";
  // Such as a former member, in an address that was kept.
  const isUnknown = applied && options.length > 0 && !options.some(([value]) => value === applied);
  return html`<label>
    ${label}
    <select
      value=${applied}
      onChange=${(/** @type {any} */ event) => setQuery({ ...Object.fromEntries(clears.map((cleared) => [cleared, null])), [name]: event.target.value })}
    >
      ${all !== null && html`<option value="">${all}</option>`}
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
      ${isUnknown && html`<option key=${applied} value=${applied}>${_("not known")}</option>`}
    </select>
  </label>`;
}

/** A link in place of a list that is empty because of its filters. */
export const ClearFilters = () => html`<p><${Link} to=${here.value.path}>${_("Clear the filters")}<//></p>`;

/**
 * A text, applied when the person pauses typing. While it is not valid, the list is not filtered by it.
 * @param {{name: string, label: string, valid?: (text: string) => boolean, advice?: string, upper?: boolean, type?: string, [attribute: string]: any}} props
 * `valid` tells complete texts, and `advice` says what they are; `upper`: in capital letters
 */
export function FilterText({ name, label, valid, advice, upper, type = "search", ...others }) {
  const applied = here.value.query.get(name) ?? "";
  const [text, setText] = useState(applied);
  /** @param {string} typed */
  const wholeOf = (typed) => (upper ? typed.trim().toUpperCase() : typed.trim());
  /** @param {string} whole */
  const isInvalid = (whole) => whole !== "" && valid !== undefined && !valid(whole);
  const [isWrong, setWrong] = useState(() => isInvalid(applied));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const own = useRef(applied);
  const id = useId();
  useEffect(() => {
    // What was typed here stays as it was typed.
    if (applied === own.current) return;
    own.current = applied;
    setText(applied);
    setWrong(isInvalid(applied));
  }, [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** @param {HTMLInputElement} field */
  const take = ({ value: typed, validity: { badInput } }) => {
    setText(typed);
    setWrong(false);
    clearTimeout(timer.current);
    const whole = wholeOf(typed);
    // A day that does not exist has no value.
    const isPartial = badInput || isInvalid(whole);
    timer.current = setTimeout(() => {
      own.current = isPartial ? "" : whole;
      setWrong(isPartial);
      setQuery({ [name]: own.current });
    }, PAUSE_MS);
  };
  // Without its own label, the field's name would include the error, which is shown within the label.
  return html`<label>
    <span id=${`${id}-label`}>${label}</span>
    <input
      type=${type}
      aria-labelledby=${`${id}-label`}
      value=${text}
      aria-invalid=${isWrong ? "true" : undefined}
      aria-describedby=${isWrong ? id : undefined}
      onInput=${(/** @type {any} */ event) => take(event.target)}
      onBlur=${(/** @type {any} */ event) => setWrong(event.target.validity.badInput || isInvalid(wholeOf(text)))}
      ...${others}
    />
    ${isWrong && advice && html`<span class="field-error" id=${id} role="status">${advice}</span>`}
  </label>`;
}
