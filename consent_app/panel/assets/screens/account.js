/** The account: who one is, and what guards it. */
import { account } from "../lib/people.js";
import { _ } from "../lib/texts.js";
import { Heading } from "../ui/parts.js";
import { html } from "../vendor.js";

export function Screen() {
  return html`<${Heading} title=${_("Account")} eyebrow=${account.value?.email} />`;
}
