/** A banner's saved draft as visitors would see it: what a link for colleagues opens. */
import { useData } from "../lib/data.js";
import { instant, tongue } from "../lib/format.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Heading, Link, Loaded } from "../ui/parts.js";
import { Preview } from "../ui/preview.js";
import { html, useState } from "../vendor.js";

/** @param {{domainId: string}} props */
export function Screen({ domainId }) {
  const params = { path: { domainId } };
  const domain = useData(async () => (await api.GET("/v1/domains/{domainId}", { params })).data, [domainId]);
  const found = useData(async () => (await api.GET("/v1/domains/{domainId}/banner", { params })).data, [domainId]);
  return html`<${Heading}
      title=${_("Preview of the banner")}
      eyebrow=${html`<${Link} to=${`/domains/${domainId}/banner`}>${domain.data?.hostname ?? _("Banner")}<//>`}
      lead=${found.data && leadOf(found.data)}
    />
    <${Loaded} of=${found} lines=${8}>${(/** @type {any} */ data) => html`<${Shown} domainId=${domainId} banner=${data.banner} />`}<//>`;
}

/** @param {any} found */
const leadOf = ({ state, updatedBy, updatedAt }) =>
  state === "draft"
    ? _("A draft of {who}, {when}.", { who: updatedBy?.email ?? _("a former member"), when: instant(updatedAt) })
    : _("It is what visitors see: there is no draft.");

/** @param {{domainId: string, banner: any}} props */
function Shown({ domainId, banner }) {
  const [locale, setLocale] = useState(banner.locales[0].locale);
  const params = { path: { domainId } };
  const preview = useData(
    async () => (await api.POST("/v1/domains/{domainId}/banner/preview", { params, body: { banner, locale } })).data,
    [locale],
  );
  return html`<label class="row">
      ${_("Language")}
      <select value=${locale} onChange=${(/** @type {any} */ event) => setLocale(event.target.value)}>
        ${banner.locales.map((/** @type {any} */ entry) => html`<option key=${entry.locale} value=${entry.locale}>${tongue(entry.locale)}</option>`)}
      </select>
    </label>
    <${Loaded} of=${preview}>${(/** @type {any} */ data) => html`<${Preview} banner=${data.banner} />`}<//>`;
}
