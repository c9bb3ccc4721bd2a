/** A banner's saved draft as visitors would see it, on a page to share with colleagues. */
import { useData } from "../lib/data.js";
import { instant, tongue } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Heading, Link, Loaded } from "../ui/parts.js";
import { Preview } from "../ui/preview.js";
import { html, useState } from "../vendor.js";

/** @param {{domainId: string}} props */
export function Screen({ domainId }) {
  const params = { path: { domainId } };
  /** The language to show; `undefined` is the banner's first. */
  const [locale, setLocale] = useState(/** @type {string | undefined} */ (undefined));
  const domain = useData(async () => (await api.GET("/v1/domains/{domainId}", { params })).data, [domainId]);
  const draft = useData(async () => (await api.GET("/v1/domains/{domainId}/banner", { params })).data, [domainId]);
  const preview = useData(async () => {
    const query = locale ? { locale } : {};
    return (await api.GET("/v1/domains/{domainId}/banner/preview", { params: { ...params, query } })).data;
  }, [domainId, locale]);
  return html`<${Heading}
      title=${_("Preview of the banner")}
      about=${domain.data && shownHostname(domain.data.hostname)}
      eyebrow=${html`<${Link} to=${`/domains/${domainId}/banner`}>${domain.data ? shownHostname(domain.data.hostname) : _("Banner")}<//>`}
      lead=${draft.data && leadOf(draft.data)}
    />
    <${Loaded} of=${preview} lines=${8}>
      ${(/** @type {any} */ data) => html`<${Languages} of=${data} choose=${setLocale} /><${Preview} banner=${data.banner} />`}
    <//>`;
}

/** @param {any} draft */
const leadOf = ({ state, updatedBy, updatedAt }) =>
  state === "draft"
    ? _("A draft of {who}, {when}.", { who: updatedBy?.email ?? _("a former member"), when: instant(updatedAt) })
    : _("It is what visitors see: there is no draft.");

/** @param {{of: any, choose: (locale: string) => void}} props */
const Languages = ({ of, choose }) =>
  html`<label class="row">
    ${_("Language")}
    <select value=${of.banner.locale} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${of.content.locales.map((/** @type {any} */ entry) => html`<option key=${entry.locale} value=${entry.locale}>${tongue(entry.locale)}</option>`)}
    </select>
  </label>`;
