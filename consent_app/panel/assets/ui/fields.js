/** Fields that several forms share. */
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Field, Select } from "./forms.js";
import { regionName } from "./words.js";

const REGIONS = ["EU", "UK", "US-CA", "GLOBAL"];

/** A field for a new password. @param {{form: any, name: string, label: string}} props */
export function NewPassword(props) {
  return html`<${Field}
    ...${props}
    type="password"
    hint=${_("8 to 128 characters. Common passwords are refused.")}
    autocomplete="new-password"
  />`;
}

/** Fields to reauthenticate with password and code. @param {{form: any, autofocus?: boolean}} props */
export function Reauthentication({ form, autofocus }) {
  return html`<${Field} form=${form} name="password" type="password" label=${_("Password")} autocomplete="current-password" autofocus=${autofocus} />
    <${Field}
      form=${form}
      name="code"
      label=${_("Code from your authenticator")}
      hint=${_("If you lost it, use a backup code.")}
      class="code"
      autocomplete="one-time-code"
      autocapitalize="off"
      spellcheck=${false}
    />`;
}

/** The region that an owner declares for a domain. @param {{form: any}} props */
export function Region({ form }) {
  return html`<${Select}
    form=${form}
    name="region"
    label=${_("Where are most of your visitors?")}
    hint=${_("Findings are based on it until there are visitors. Visitors whose location is unknown get the strictest rule, unless the domain's settings say otherwise.")}
    options=${[["", _("Not specified")], ...REGIONS.map((region) => [region, regionName(region)])]}
  />`;
}

/** The group of a domain. @param {{form: any, groups: any[]}} props */
export function Group({ form, groups }) {
  return html`<${Select}
    form=${form}
    name="groupId"
    label=${_("Group")}
    options=${[["", _("None")], ...groups.map((group) => [group.id, group.name])]}
  />`;
}
