// The banner's style sheet. It is in a shadow root, so the page and the banner do not affect each other.

import { quietly, tag } from "./tag.js";

const DEFAULTS = { background: "#ffffff", text: "#1b1f24", accent: "#1b1f24", accentText: "#ffffff" };

const RULES = `
:host {
  all: initial !important;
  color-scheme: inherit !important;
  display: block !important;
}
:host(visitor-choices) {
  position: fixed !important;
  z-index: 2147483647 !important;
}
:host(.absolute) {
  position: absolute !important;
  top: 0 !important;
  width: var(--width) !important;
}
* {
  box-sizing: border-box;
  margin: 0;
}
.root {
  font: .9375em/1.5 system-ui, sans-serif;
  color: var(--text);
  --line: color-mix(in srgb, var(--text) 18%, var(--background));
  --soft: color-mix(in srgb, var(--text) 50%, var(--background));
  overflow-wrap: anywhere;
}
.layer, .panel {
  color: var(--text);
  border-radius: 1em;
  background: var(--background);
  border: 1px solid transparent;
  width: calc(100% - 2em);
  max-height: calc(100% - 2em);
  box-shadow: 0 0 0 1px rgb(0 0 0 / .06), 0 16px 48px rgb(0 0 0 / .18);
  overflow: auto;
  animation: rise .25s ease-out;
}
.layer {
  inset: auto 0 1em;
  max-width: 68em;
  position: fixed;
  margin-inline: auto;
  gap: 1em 2.5em;
  padding: 1.5em;
  display: grid;
  grid-template-columns: 1fr 21em;
  align-items: center;
}
.layer.top {
  inset: 1em 0 auto;
}
.layer.box {
  max-width: 28em;
  margin-inline: 1em auto;
  grid-template-columns: 1fr;
}
.layer.center, .layer.notice {
  max-width: 34em;
  grid-template-columns: 1fr;
}
.layer.center {
  inset: 0;
  margin: auto;
  height: fit-content;
}
h3 {
  font-size: 1em;
  margin-top: .75em;
}
h2 {
  font-weight: 650;
  line-height: 1.3;
  text-wrap: balance;
  font-size: 1.1875em;
}
h2:focus {
  outline: 0;
}
p {
  margin-top: .375em;
}
a {
  color: inherit;
}
button {
  font: inherit;
  font-weight: 600;
  min-height: 2.9334em;
  border-radius: .625em;
  padding: .5em 1.125em;
  background: var(--background);
  border: 1px solid var(--soft);
  color: var(--text);
  cursor: pointer;
}
.main {
  background: var(--accent);
  color: var(--accentText);
  border-color: var(--accent);
}
:is(button, a, input, summary):focus-visible {
  outline: 3px solid var(--text);
  outline-offset: 2px;
}
.buttons {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(8em, 34%), 1fr));
  gap: .625em;
}
.buttons > :nth-child(3), .choice p, details {
  grid-column: 1 / -1;
}
.reopen {
  inset: auto auto .75em;
  box-shadow: 0 1px 4px rgb(0 0 0 / .16);
  border-color: var(--line);
  min-height: 2.2em;
  position: fixed;
  inset-inline-start: .75em;
  padding: .25em 1em;
  border-radius: 2em;
  font-size: .8125em;
}
.reopen:focus-visible {
  box-shadow: 0 0 0 6px var(--background);
}
.panel {
  scroll-padding: 2em 0 6em;
  max-width: 40em;
  padding: 0;
  margin: auto;
  overscroll-behavior: contain;
}
.panel::backdrop {
  background: rgb(0 0 0 / .45);
}
.head, .body, .foot {
  padding: 0 1.5em;
}
.head {
  padding-top: 1.5em;
  display: flex;
  gap: 1em;
  align-items: start;
  justify-content: space-between;
}
.foot {
  padding-block: 1em;
  margin-top: 1em;
  background: var(--background);
  border-top: 1px solid var(--line);
}
.body > div {
  margin-top: .75em;
}
.close {
  font-weight: 400;
  flex: none;
  padding: 0;
  margin: -.6em 0 0;
  border-color: transparent;
  width: 2.9334em;
  margin-inline-end: -.75em;
}
.close::before {
  content: "\\2715" / "";
}
.signal {
  margin-top: .75em;
  border-radius: .625em;
  padding: .625em .875em;
  border: 1px solid var(--line);
}
.choice {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0 1.5em;
  align-items: center;
  padding-block: 1em;
  border-bottom: 1px solid var(--line);
}
.choice:last-child {
  border: 0;
  padding-bottom: 0;
}
label {
  font-weight: 600;
  min-height: 1.75em;
  align-content: center;
  cursor: pointer;
}
input {
  appearance: none;
  height: 1.625em;
  font-size: medium;
  position: relative;
  border-radius: 1em;
  background: var(--soft);
  transition: background .15s;
  width: 2.75em;
  cursor: pointer;
}
input::before {
  content: "";
  height: 1.25em;
  background: var(--background);
  inset: .1875em auto auto;
  border-radius: 50%;
  inset-inline-start: .1875em;
  position: absolute;
  transition: inset-inline-start .15s;
  width: 1.25em;
}
input:checked {
  background: var(--accent);
}
input:checked::before {
  inset-inline-start: 1.3125em;
}
input:disabled {
  opacity: .55;
  cursor: default;
}
details {
  margin-top: .5em;
}
summary {
  display: list-item;
  width: fit-content;
  min-height: 1.75em;
  align-content: center;
  cursor: pointer;
}
details .small {
  margin-top: .25em;
}
.held {
  text-align: center;
  gap: 1em;
  max-width: var(--width);
  padding: 1.5em;
  display: grid;
  place-content: center;
  border-radius: 1em;
  background: var(--background);
  justify-items: center;
  min-height: var(--height);
  border: 1px solid var(--line);
}
.small {
  margin-top: 0;
  font-size: .8125em;
}
dl.small {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: .125em 1.25em;
}
.proof {
  margin-top: 1.5em;
}
ul {
  display: flex;
  flex-wrap: wrap;
  gap: .25em 1em;
  margin-top: .5em;
  padding: 0;
  list-style: none;
}
li {
  font-size: .875em;
}
li::before {
  content: "• " / "";
}
[hidden] {
  display: none !important;
}
@media (hover: hover) {
  button:hover {
    box-shadow: 0 0 0 3px var(--line);
  }
}
@keyframes rise {
  from {
    opacity: 0;
    transform: translateY(.75em);
  }
}
@media (min-height: 30em) {
  .foot {
    position: sticky;
    bottom: 0;
  }
}
@media (min-width: 36em) {
  .foot {
    grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
  }
  .foot > :nth-child(3) {
    grid-column: auto;
  }
}
@media (max-width: 50em) {
  .layer, .panel {
    width: calc(100% - 1em);
    max-height: calc(100% - 1em);
  }
  .layer {
    inset: auto 0 .5em;
    padding: 1.125em;
    grid-template-columns: 1fr;
  }
  .layer.top {
    inset: .5em 0 auto;
  }
  .head, .body, .foot {
    padding-inline: 1.125em;
  }
  button {
    padding-inline: .5em;
  }
}
@media (prefers-reduced-motion: reduce) {
  * {
    animation: none !important;
    transition: none !important;
  }
}
@media (forced-colors: active) {
  input {
    appearance: auto;
  }
  input::before {
    content: none;
  }
}
@media print {
  .root {
    display: none;
  }
}
`;

/**
 * Styles the shadow root. A Content-Security-Policy does not restrict constructed sheets; if
 * the browser does not support them, a `<style>` with the tag's nonce is used.
 */
export function dress(root, style) {
  // The colours of a palette belong together: if one is invalid, none is used.
  const names = Object.keys(DEFAULTS);
  const usable = (style) => names.every((name) => /^#[0-9a-f]{6}$/i.test(style?.[name]));
  const light = usable(style) ? style : DEFAULTS;
  const colours = (value) => `.root{${names.map((name) => `--${name}:${value(name)}`).join(";")}}`;
  // Dark only if the page is: the system's preference does not apply to a page that is only light.
  const dark = usable(style?.dark)
    ? `@supports(color:light-dark(red,red)){${colours((name) => `light-dark(${light[name]},${style.dark[name]})`)}}`
    : ".root{color-scheme:light}";
  const css = colours((name) => light[name]) + dark + RULES;
  const sheet = quietly(() => {
    const created = new CSSStyleSheet();
    created.replaceSync(css);
    return (root.adoptedStyleSheets = [created]);
  });
  if (!sheet) {
    const element = document.createElement("style");
    element.nonce = tag.nonce;
    element.textContent = css;
    root.append(element);
  }
}
