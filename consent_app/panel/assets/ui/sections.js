/** Links to the sections of a long page. */
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";

/**
 * @param {{of: string[][]}} props the id and the text of each section's heading
 */
export const Sections = ({ of }) =>
  html`<nav aria-label=${_("On this page")}>
    <ul class="sections">${of.map(([id, text]) => html`<li key=${id}><a href=${`#${id}`}>${text}</a></li>`)}</ul>
  </nav>`;
