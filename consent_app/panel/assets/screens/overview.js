/** A workspace at a glance. */
import { workspace } from "../lib/people.js";
import { _ } from "../lib/texts.js";
import { Heading } from "../ui/parts.js";
import { html } from "../vendor.js";

export function Screen() {
  return html`<${Heading} title=${_("Overview")} eyebrow=${workspace.value?.name} />`;
}
