// Holds back scripts and iframes that have `data-consent` until consent.

import { CATEGORIES, builtIn, quietly, warn } from "./tag.js";

const holders = new WeakMap();
/** The scripts that have run, and the frames' addresses. */
const started = new WeakMap();
let permitted = [];
let running = Promise.resolve();
let mounted;
let due;

/** Whether every category that the element names is granted. An element that names none never runs. */
const permits = (element) =>
  (element.dataset.consent.match(/[^\s,]+/g) || [""]).every((id) =>
    CATEGORIES.includes(id) ? permitted.includes(id) : mounted && warn("data-consent does not know", id),
  );

/** The types that browsers load and run (HTML, "JavaScript MIME type"). */
const RUNS =
  /^(module|(text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))$/i;

/** Runs what `granted` permits, in the order of the page, and empties the other iframes. */
export function permit(granted) {
  permitted = granted;
  sweep();
}

/** Shows a view: its host is on the page from now on, and its placeholders in waiting iframes' places. */
export function mount(view) {
  mounted = view;
  sweep();
}

/** Observes the page, including elements that are added later. */
export function watch() {
  const begin = () => {
    sweep();
    new MutationObserver(() => {
      due ||= setTimeout(sweep, 50);
    }).observe(document, { childList: true, subtree: true });
  };
  // Before that the parser may not have read the whole script.
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
}

function sweep() {
  due = 0;
  // First in the body, so that keyboards and screen readers reach the question before the content.
  // Again if the page's framework has replaced the body.
  quietly(() => {
    if (!mounted.host.isConnected) builtIn("body").prepend(mounted.host);
    mounted.resume();
  });
  if (document.readyState === "loading") return;
  // A framework moves or removes the frame alone, and may show a copy of an earlier page.
  for (const element of document.querySelectorAll("visitor-choices, visitor-choices-held")) {
    /** @type {any} */
    const frame = element.nextSibling;
    if (element === mounted?.host || holders.get(frame) === element) continue;
    element.remove();
    if (frame?.dataset?.consent) frame.style.display = "";
  }
  for (const frame of document.querySelectorAll("iframe[data-consent][data-src]")) {
    quietly(settleFrame, frame);
  }
  running = running.then(run).catch(() => {});
}

/** One at a time, because a script may depend on the one before it. */
async function run() {
  const waiting = 'script[type="text/plain"][data-consent]';
  const isDue = (element) => !started.has(element) && permits(element);
  for (let next; (next = [...document.querySelectorAll(waiting)].find(isDue)); ) await execute(next);
}

/** Creates the same script again: one that was added by `innerHTML` never runs, and neither does its clone. */
function renew(element) {
  const copy = document.createElement("script");
  for (const { name, value } of element.attributes) copy.setAttribute(name, value);
  copy.text = element.text;
  return copy;
}

async function execute(element) {
  // Trusted Types may refuse that. What the parser has read can run itself.
  const copy = quietly(renew, element) || element;
  const detached = element.hasAttribute("async");
  copy.type = element.dataset.type || "text/javascript";
  const runs = RUNS.test(copy.type);
  copy.nonce = element.nonce;
  copy.async = detached;
  const settled = new Promise((done) => {
    for (const event of ["load", "error"]) copy.addEventListener(event, done);
    // One that does not run reports nothing.
    if (detached || !copy.src || copy.noModule || !runs) done();
  });
  started.set(copy);
  element.replaceWith(copy);
  // A framework that shows a copy of this page again, such as Turbo, must not run it without consent.
  if (runs) copy.type = "text/plain";
  await settled;
}

function settleFrame(frame) {
  const address = frame.dataset.src;
  const url = quietly(() => new URL(address, frame.baseURI));
  // Only http and https: `javascript:` would run as the page itself.
  const allowed = permits(frame) && /^https?:$/.test(url?.protocol);
  let holder = holders.get(frame);
  if (!allowed && !holder && mounted) {
    const { display, width, position } = getComputedStyle(frame);
    // One that the page hides, or of a pixel, such as a tracker's, has no room for a placeholder.
    if (!/none|[a-z][01]px/.test(display + width)) {
      holder = mounted.holder();
      // One that fills its box is usually out of the flow, and something else gives the box its height.
      if (!frame.offsetTop) holder.className = position;
      // The same size, so that nothing below it moves.
      if (frame.offsetWidth) holder.style.setProperty("--width", `${frame.offsetWidth}px`);
      holder.style.setProperty("--height", `${frame.offsetHeight}px`);
      holders.set(frame, holder);
    }
  }
  if (holder) {
    // Prototype's `remove` fails if it has been removed already.
    if (allowed) holder.replaceWith();
    else if (!holder.isConnected) frame.before(holder);
    frame.style.setProperty("display", allowed ? "" : "none", "important");
  }
  if (allowed) {
    // The page may have changed it since, such as for YouTube's API, or emptied it to stop a film.
    const own = frame.hasAttribute("src") && started.get(frame);
    if (![frame.getAttribute("src"), own].includes(address)) frame.src = address;
    started.set(frame, address);
  } else if (frame.hasAttribute("src")) {
    // Put back without an address. If it went to an empty page, the browser's back button would load
    // what was withdrawn.
    frame.removeAttribute("src");
    frame.replaceWith(frame);
  }
}
