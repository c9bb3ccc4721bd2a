/** Small parts that every page uses. */
import { announce, announcement, showToast } from "../lib/announce.js";
import { date, instant } from "../lib/format.js";
import { panelSite } from "../lib/panel-site.js";
import { workspace } from "../lib/people.js";
import { explain } from "../lib/problems.js";
import { at, here } from "../lib/router.js";
import { isOver } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../vendor.js";

/**
 * The heading of a page, which gets the focus after a navigation. The tab's title begins with it, and tells the
 * tabs of several domains and workspaces apart.
 * @param {{title: string, about?: string, lead?: any, actions?: any, eyebrow?: any}} props
 * `about`: what the page is about, if the title does not say it
 */
export function Heading({ title, about, lead, actions, eyebrow }) {
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const tabTitle = [title, about, workspace.value?.name ?? panelSite.product].filter(Boolean).join(" · ");
  useLayoutEffect(() => {
    document.title = tabTitle;
  }, [tabTitle]);
  const former = useRef(title);
  useLayoutEffect(() => {
    // Screen readers have said the heading as it was when it got the focus.
    if (former.current !== title && document.activeElement === heading.current) announce(title);
    former.current = title;
  }, [title]);
  return html`<header class="heading">
    <div>
      ${eyebrow && html`<p class="eyebrow">${eyebrow}</p>`}
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${lead && html`<p class="lead">${lead}</p>`}
    </div>
    ${actions && html`<div class="actions">${actions}</div>`}
  </header>`;
}

/**
 * A link to a page of this site.
 * @param {{to: string, children?: any, class?: string, current?: boolean}} props
 */
export const Link = ({ to, children, class: name, current }) =>
  html`<a href=${at(to)} data-route class=${name} aria-current=${current ? "page" : undefined}>${children}</a>`;

/**
 * Shows data: loading, failed or loaded.
 * @param {{of: {data?: any, problem?: any, busy: boolean, reload: () => void}, children: (data: any) => any, lines?: number}} props
 */
export function Loaded({ of, children, lines = 4 }) {
  if (of.data !== undefined) {
    return html`${of.problem && html`<${Failure} problem=${of.problem} retry=${of.reload} />`}${children(of.data)}`;
  }
  if (of.problem) return html`<${Failure} problem=${of.problem} retry=${of.reload} />`;
  return html`<${Skeleton} lines=${lines} />`;
}

/** @param {{problem: import("../lib/problems.js").Problem, retry?: (event: MouseEvent) => unknown}} props */
export function Failure({ problem, retry }) {
  return html`<div class="notice bad" role="alert">
    <p><strong>${problem.title}</strong></p>
    <p>${problem.text}</p>
    ${problem.code === "invalid_filter"
      ? html`<p><${Link} to=${here.value.path}>${_("Clear the filters")}<//></p>`
      : retry && problem.code !== "not_found" && html`<p><button type="button" onClick=${retry}>${_("Try again")}</button></p>`}
  </div>`;
}

/** A placeholder while something loads. @param {{lines?: number}} props */
export function Skeleton({ lines = 4 }) {
  return html`<div class="skeleton" role="status">
    <span class="said">${_("Loading …")}</span>
    ${Array.from({ length: lines }, (_line, index) => html`<div key=${index} aria-hidden="true"></div>`)}
  </div>`;
}

/** @param {{title: string, children?: any}} props */
export const Empty = ({ title, children }) =>
  html`<div class="empty"><p><strong>${title}</strong></p>${children}</div>`;

/** An instant or its day, without line breaks. @param {{at: string | null | undefined, day?: boolean}} props */
export const When = ({ at, day }) => html`<time datetime=${at ?? undefined}>${day ? date(at) : instant(at)}</time>`;

/** @param {{kind?: "good" | "bad" | "warn" | "quiet", children?: any}} props */
export const Badge = ({ kind = "quiet", children }) => html`<span class=${`badge ${kind}`}>${children}</span>`;

/**
 * A button for a request: pressing it twice sends one request, and an error is shown next to it.
 * @param {{onPress: () => Promise<unknown>, children?: any, class?: string, label?: string}} props
 */
export function Action({ onPress, children, class: name = "", label }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const working = useRef(false);
  const alive = useRef(true);
  useEffect(() => () => void (alive.current = false), []);
  const press = async (/** @type {MouseEvent} */ event) => {
    // The second click of a double click may come after the response.
    if (working.current || event.detail > 1) return;
    working.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await onPress();
    } catch (error) {
      const refused = explain(error);
      // What is shown is an alert, which screen readers say.
      if (alive.current) setProblem(refused);
      else announce(`${refused.title}. ${refused.text}`);
    }
    working.current = false;
    if (alive.current) setBusy(false);
  };
  return html`<button type="button" class=${name} aria-label=${label} aria-disabled=${busy} onClick=${press}>
      ${children}${busy && html`<span class="spinner" aria-hidden="true"></span>`}</button
    >${problem && !isOver(problem) && html`<span class="field-error" role="alert">${problem.text}</span>`}`;
}

/**
 * A button in a paragraph after a table, for the table's next page. Where it goes away, the first new row gets the focus.
 * @param {{onPress: () => Promise<unknown>}} props
 */
export function LoadMore({ onPress }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  return html`<span ref=${place}><${Action}
    onPress=${async () => {
      const body = place.current?.closest("p")?.previousElementSibling?.querySelector("tbody");
      const count = body?.rows.length ?? 0;
      await onPress();
      requestAnimationFrame(() => holdFocus(body?.rows[count]?.querySelector("a") ?? body?.rows[count]));
    }}
    >${_("Show more")}<//
  ></span>`;
}

/**
 * A text with a button to copy it.
 * @param {{text: string, label: string, block?: boolean, short?: boolean}} props
 * `label` names what is copied; `short`: on one line, truncated if it does not fit
 */
export function Copyable({ text, label, block, short }) {
  return html`<div class=${block ? "copyable block" : short ? "copyable short" : "copyable"}>
    <code tabindex=${block ? 0 : undefined} role=${block ? "region" : undefined} aria-label=${block ? label : undefined}>${text}</code>
    <${Copy} text=${text} label=${label} />
  </div>`;
}

/**
 * The button that copies.
 * @param {{text: string, label: string}} props
 */
export function Copy({ text, label }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(_("Copied."));
    } catch {
      // Without https there is no clipboard, and the browser may refuse it.
      showToast(_("The browser does not let this page copy text. Select the text and copy it yourself."));
    }
  };
  return html`<${Action} onPress=${copy} label=${_("Copy: {what}", { what: label })}>${_("Copy")}<//>`;
}

/**
 * A dialog: a confirmation, or a form.
 * @param {{open: boolean, title: string, question?: any, children?: any, onClose: () => void, stays?: boolean, loads?: boolean}} props
 * `question`: a text that screen readers say when the dialog opens, because the focus is on a button below it;
 * `stays`: there is no button that closes it; `loads`: its first controls appear later, so the heading gets the focus
 */
export function Dialog({ open, title, question, children, onClose, stays = false, loads = false }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    if (open && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [open]);
  const ours = useRef(0);
  useLayoutEffect(() => {
    if (open || !dialog.current?.open) return;
    ours.current += 1;
    dialog.current.close();
  }, [open]);
  // The browser's `close` event arrives some time after the dialog was closed, when it may be open again. So the
  // browser does not close it here: `onClose` does.
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  const closed = () => {
    if (ours.current) {
      ours.current -= 1;
      return;
    }
    // The browser closes it at the next Escape, whatever `cancel` does.
    if (stays) dialog.current?.showModal();
    else onClose();
  };
  return html`<dialog ref=${dialog} aria-labelledby=${id} aria-describedby=${open && question ? `${id}-question` : undefined} onCancel=${cancel} onClose=${closed}>
    ${open &&
    html`<h2 id=${id} tabindex=${loads ? -1 : undefined} autofocus=${loads}>${title}</h2>
      ${question && html`<p id=${`${id}-question`}>${question}</p>`}
      ${children}
      ${!stays && html`<button type="button" class="close" aria-label=${_("Close")} onClick=${onClose}>×</button>`}
      <${Said} />`}
  </dialog>`;
}

/** What is announced while a dialog is open: screen readers do not hear the page behind it. */
function Said() {
  const former = useRef(/** @type {string | null} */ (announcement.value));
  if (announcement.value !== former.current) former.current = null;
  return html`<p class="said" role="status">${former.current === null && announcement.value}</p>`;
}

/**
 * A button that asks for confirmation. A key that is held down presses the button that has the focus again
 * and again, so that is the one that does nothing.
 * @param {{title: string, question: any, confirm: string, onConfirm: () => Promise<unknown>, children?: any, label?: string, class?: string}} props
 */
export function Asking({ title, question, confirm, onConfirm, children, label, class: name = "" }) {
  const [open, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  return html`<button type="button" class=${name} aria-label=${label} ref=${button} onClick=${() => setOpen(true)}>${children}</button>
    <${Dialog} open=${open} title=${title} question=${question} onClose=${() => setOpen(false)}>
      <div class="actions">
        <${Action}
          class="danger"
          onPress=${async () => {
            const around = button.current?.closest("[role=region]");
            const heading = button.current && headingOf(button.current);
            await onConfirm();
            setOpen(false);
            requestAnimationFrame(() => holdFocus(around?.isConnected ? around : heading));
          }}
          >${confirm}<//
        >
        <button type="button" autofocus onClick=${() => setOpen(false)}>${_("Cancel")}</button>
      </div>
    <//>`;
}

/** Return the heading before an element, on the page or in its dialog. @param {Element} element */
export const headingOf = (element) =>
  [...(element.closest("dialog") ?? document).querySelectorAll("h1, h2")].findLast((heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Move the focus to a list or a part of it, else to the page's heading, if it was on something that has gone.
 * @param {Element | null} [part]
 */
export function holdFocus(part) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next = part?.isConnected ? part : document.querySelector("h1");
  if (!(next instanceof HTMLElement)) return;
  if (!next.matches("a, [tabindex]")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell", "th[scope=col]": "columnheader", "th[scope=row]": "rowheader" };

/**
 * A table. On narrow screens each row is a card, whose cells have the names of their columns.
 * @param {{caption: string, head: any[], children?: any, numbers?: boolean}} props
 * `numbers`: stays a table on narrow screens, and scrolls
 */
export function Table({ caption, head, children, numbers }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (numbers) return;
    const table = frame.current?.querySelector("table");
    for (const row of table?.tBodies[0]?.rows ?? []) {
      for (const cell of row.cells) {
        const column = head[cell.cellIndex];
        if (column && cell.dataset.column !== column && cell.matches("td")) cell.dataset.column = column;
      }
    }
    // The roles keep it a table for screen readers when it is displayed as cards.
    for (const [selector, role] of Object.entries(ROLES)) {
      for (const element of frame.current?.querySelectorAll(`${selector}:not([role])`) ?? []) element.setAttribute("role", role);
    }
  });
  return html`<div class="around"><div class=${numbers ? "table" : "table rows"} ref=${frame} tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="said">${caption}</caption>
      <thead>
        <tr>${head.map((heading, index) => html`<th scope="col" key=${index}>${heading || html`<span class="said">${_("Actions")}</span>`}</th>`)}</tr>
      </thead>
      <tbody>${children}</tbody>
    </table>
  </div></div>`;
}
