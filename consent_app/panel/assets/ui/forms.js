/**
 * Forms: input is never lost, nothing is sent twice, and errors are shown at their fields.
 */
import { announce } from "../lib/announce.js";
import { explain, fieldProblem } from "../lib/problems.js";
import { dirty, keepInput } from "../lib/router.js";
import { isOver } from "../lib/session.js";
import { _, translated } from "../lib/texts.js";
import { html, useEffect, useId, useRef, useState } from "../vendor.js";

/**
 * @template {Record<string, any>} Values
 * @typedef {object} Form
 * @property {Values} values
 * @property {import("../lib/problems.js").Problem | null} problem
 * @property {boolean} busy
 * @property {(name: keyof Values & string, value: any) => void} set
 * @property {(values: Values) => void} reset treats these values as saved
 * @property {(event: Event) => Promise<void>} submit
 * @property {(name: string) => string | undefined} fieldError
 */

/**
 * Return the state of a form. `send` is called with the values, and with those that differ from what was
 * saved: a form that sends only these leaves alone what others have changed in the meantime. It throws if
 * they are refused, and may return values as they were stored. They replace what was sent.
 *
 * @template {Record<string, any>} Values
 * @param {Values} initial
 * @param {(values: Values, changes: Partial<Values>) => Promise<Partial<Values> | void>} send
 * @param {{keep?: boolean, fieldErrors?: import("../lib/problems.js").FieldErrors}} [how]
 *   `keep`: asks before the person leaves the page with unsaved input
 * @returns {Form<Values>}
 */
export function useForm(initial, send, how = {}) {
  const [values, setValues] = useState(initial);
  const [problem, setProblem] = useState(/** @type {Form<Values>["problem"]} */ (null));
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const saved = useRef(initial);
  const newest = useRef(initial);
  /** @param {Values} next */
  const put = (next) => setValues((newest.current = next));
  /** @param {HTMLFormElement} form @param {import("../lib/problems.js").Problem} problem @param {Values} sent */
  const refuse = (form, problem, sent) => {
    setProblem(problem);
    requestAnimationFrame(() => focusFieldError(form, newest.current !== sent));
  };
  const self = useRef({}).current;
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      dirty.delete(self);
    };
  }, []);
  return {
    values,
    problem,
    busy,
    set(name, value) {
      put({ ...newest.current, [name]: value });
      if (how.keep) keepInput(self);
    },
    reset(values) {
      put((saved.current = values));
      setProblem(null);
      dirty.delete(self);
    },
    fieldError: (name) => problem?.fields[`#/${name}`],
    async submit(event) {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      // State updates too late to stop a second press within the same frame.
      if (sending.current) return;
      const missing = missingIn(form);
      if (missing) {
        refuse(form, missing, values);
        return;
      }
      sending.current = true;
      setBusy(true);
      try {
        const stored = await send(values, differing(values, saved.current));
        if (stored) {
          saved.current = { ...values, ...stored };
          // What was typed in the meantime stays, and is not saved yet.
          put({ ...saved.current, ...differing(newest.current, values) });
        }
        if (!stored || !Object.keys(differing(newest.current, saved.current)).length) dirty.delete(self);
        if (mounted.current) setProblem(null);
      } catch (error) {
        if (mounted.current) refuse(form, explain(error, how.fieldErrors), values);
      } finally {
        sending.current = false;
        if (mounted.current) setBusy(false);
      }
    },
  };
}

/**
 * Return the values that differ from others.
 * @template {Record<string, any>} Values
 * @param {Values} values @param {Values} others
 */
const differing = (values, others) =>
  /** @type {Partial<Values>} */ (Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== others[name])));

/**
 * Return the problem of required fields that are empty; undefined if none is.
 * @param {HTMLFormElement} form
 */
function missingIn(form) {
  const required = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[aria-required="true"]'));
  const empty = [...required].filter((field) => !field.value.trim());
  return empty.length ? fieldProblem(Object.fromEntries(empty.map(({ name }) => [`#/${name}`, translated("is required")]))) : undefined;
}

/**
 * Move the focus to the first field with an error, and announce the errors that nothing else says: screen
 * readers say the refusal, which is an alert, and the description of a field that gets the focus.
 * @param {HTMLFormElement} form
 * @param {boolean} isEdited since it was sent: the focus stays where somebody types on
 */
function focusFieldError(form, isEdited) {
  const field = isEdited && form.contains(document.activeElement) ? null : form.querySelector('[aria-invalid="true"]');
  const described = document.activeElement === field ? null : (field?.getAttribute("aria-describedby") ?? "");
  if (field instanceof HTMLElement) field.focus();
  const fieldErrors = [...form.querySelectorAll(".field > .field-error")].filter(({ id }) => !described?.split(" ").includes(id));
  if (fieldErrors.length) announce(fieldErrors.map(({ textContent }) => textContent).join(" "));
}

/**
 * A form. A refusal is shown above its buttons, unless all of its errors are shown at fields.
 * @param {{form: Form<any>, children?: any, class?: string, label?: string}} props
 */
export function Form({ form, children, class: name = "", label }) {
  return html`<form
    class=${`form ${name}`}
    aria-label=${label}
    aria-busy=${form.busy}
    onSubmit=${form.submit}
    novalidate
  >
    ${children}
  </form>`;
}

/**
 * A refusal and what to do next. Errors of fields that the form does not show are listed.
 * @param {{form: Form<any>, shown?: string[]}} props `shown`: the names of what the page marks itself
 */
export function Refusal({ form, shown = [] }) {
  const { problem } = form;
  const former = useRef({ problem, count: 0 }).current;
  if (!problem || isOver(problem)) return null;
  // A new element is announced, even if it says the same again.
  if (former.problem !== problem) Object.assign(former, { problem, count: former.count + 1 });
  const elsewhere = Object.entries(problem.fields).filter(([pointer]) => !shown.includes(pointer.split("/")[1] ?? ""));
  // The error at the form's only field says everything.
  if (problem.code === "validation_failed" && shown.length === 1 && !elsewhere.length) return null;
  return html`<div key=${former.count} class="notice bad" role="alert">
    <p><strong>${problem.title}</strong></p>
    <p>${problem.text}</p>
    ${elsewhere.length > 0 && html`<ul>${elsewhere.map(([pointer, text]) => html`<li key=${pointer}>${text}</li>`)}</ul>`}
  </div>`;
}

/**
 * A labelled field.
 * @param {{
 *   form: Form<any>, name: string, label: string, hint?: any, type?: string, multiline?: boolean,
 *   optional?: boolean, autofocus?: boolean, [attribute: string]: any,
 * }} props
 */
export function Field({ form, name, label, hint, type = "text", multiline, optional, ...others }) {
  const id = useId();
  const control = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isRevealed, setRevealed] = useState(false);
  useEffect(() => {
    // Browsers respect the attribute only once per page. The focused element may just have been removed.
    if (others.autofocus && document.activeElement === document.body) control.current?.focus();
  }, []);
  const fieldError = form.fieldError(name);
  const described = [hint && `${id}-hint`, fieldError && `${id}-error`].filter(Boolean).join(" ");
  const attributes = {
    id,
    ref: control,
    name,
    value: form.values[name] ?? "",
    "aria-describedby": described || undefined,
    "aria-invalid": fieldError ? "true" : undefined,
    "aria-required": optional ? undefined : "true",
    onInput: (/** @type {InputEvent} */ event) =>
      form.set(name, /** @type {HTMLInputElement} */ (event.target).value),
    ...others,
  };
  return html`<div class="field">
    <label for=${id} id=${`${id}-label`}>${label}${optional && html` <span class="quiet">${_("(optional)")}</span>`}</label>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${multiline
      ? html`<textarea rows="4" ...${attributes}></textarea>`
      : html`<input type=${type === "password" && isRevealed ? "text" : type} ...${attributes} />`}
    ${type === "password" &&
    html`<label class="choice">
      <input type="checkbox" checked=${isRevealed} aria-describedby=${`${id}-label`} onChange=${() => setRevealed(!isRevealed)} /> ${_("Show the password")}
    </label>`}
    ${fieldError && html`<p class="field-error" id=${`${id}-error`}>${sentence(label, fieldError)}</p>`}
  </div>`;
}

/**
 * Return a field's error as a sentence. The service's texts have no subject.
 * @param {string} label
 * @param {string} fieldError
 */
const sentence = (label, fieldError) => (/^\p{Ll}/u.test(fieldError) ? `${label} ${fieldError}.` : fieldError);

/**
 * A drop-down list.
 * @param {{
 *   form: Form<any>, name: string, label: string, hint?: any,
 *   options: [value: string, label: string][],
 * }} props
 */
export function Select({ form, name, label, hint, options }) {
  const id = useId();
  const fieldError = form.fieldError(name);
  const described = [hint && `${id}-hint`, fieldError && `${id}-error`].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <select
      id=${id}
      name=${name}
      value=${form.values[name] ?? ""}
      aria-describedby=${described || undefined}
      aria-invalid=${fieldError ? "true" : undefined}
      onChange=${(/** @type {Event} */ event) =>
        form.set(name, /** @type {HTMLSelectElement} */ (event.target).value)}
    >
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
    ${fieldError && html`<p class="field-error" id=${`${id}-error`}>${sentence(label, fieldError)}</p>`}
  </div>`;
}

/**
 * A checkbox.
 * @param {{form: Form<any>, name: string, label: string, hint?: string, error?: string | false | undefined}} props
 * `error`: the id of the error that it shares with other checkboxes
 */
export function Check({ form, name, label, hint, error }) {
  const id = useId();
  return html`<div class="field">
    <label class="choice">
      <input
        type="checkbox"
        name=${name}
        checked=${Boolean(form.values[name])}
        aria-describedby=${[hint && id, error].filter(Boolean).join(" ") || undefined}
        aria-invalid=${error ? "true" : undefined}
        onChange=${(/** @type {Event} */ event) =>
          form.set(name, /** @type {HTMLInputElement} */ (event.target).checked)}
      />
      ${label}
    </label>
    ${hint && html`<p class="hint" id=${id}>${hint}</p>`}
  </div>`;
}

/**
 * Radio buttons.
 * @param {{
 *   form: Form<any>, name: string, label: string,
 *   options: {value: string, label: string, hint?: string}[],
 * }} props
 */
export function Choices({ form, name, label, options }) {
  const id = useId();
  return html`<fieldset class="choices">
    <legend>${label}</legend>
    ${options.map(
      (option) => html`<label class="choice" key=${option.value}>
        <input
          type="radio"
          name=${`${id}-${name}`}
          value=${option.value}
          checked=${form.values[name] === option.value}
          onChange=${() => form.set(name, option.value)}
        />
        <span>${option.label}${option.hint && html`<span class="hint">${option.hint}</span>`}</span>
      </label>`,
    )}
  </fieldset>`;
}

/**
 * The button that sends the form. It keeps its place while the request runs. It is the primary one, unless `class` says
 * otherwise: a page has one, and those of its lesser forms have none.
 * @param {{form: Form<any>, children?: any, class?: string}} props
 */
export function Submit({ form, children, class: name = "primary" }) {
  // The second click of a double click may come after the response, to a form that is empty again.
  const once = (/** @type {MouseEvent} */ event) => event.detail > 1 && event.preventDefault();
  return html`<button type="submit" class=${name} aria-disabled=${form.busy} onClick=${once}>
    ${children}${form.busy && html`<span class="spinner" aria-hidden="true"></span>`}
  </button>`;
}
