/** The published versions of a banner, and going back to one. */
import { showToast } from "../lib/announce.js";
import { asPage, extendRows, useData } from "../lib/data.js";
import { etagOf } from "../lib/etag.js";
import { mayChange } from "../lib/people.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Asking, Badge, LoadMore, Loaded, Table, When } from "./parts.js";

const LIMIT = 20;

/**
 * @param {{domainId: string, current: number | null | undefined, mayReplace: () => boolean, onRolledBack: () => Promise<void>}} props
 * `mayReplace` asks before unsaved changes to the editor's banner are lost
 */
export function Versions({ domainId, current, mayReplace, onRolledBack }) {
  const params = { path: { domainId } };
  /** @param {{cursor?: number}} query */
  const pageOf = async (query) => {
    const { data } = await api.GET("/v1/domains/{domainId}/banner/versions", { params: { ...params, query: { limit: LIMIT + 1, ...query } } });
    return asPage(data, LIMIT);
  };
  const versions = useData(async () => await pageOf({}), [domainId, current]);
  const loadMore = () => extendRows(versions, (last) => pageOf({ cursor: last.version }));
  /** @param {number} version */
  const rollBack = async (version) => {
    if (!mayReplace()) return;
    const former = await api.GET("/v1/domains/{domainId}/banner/versions/{version}", { params: { path: { domainId, version } } });
    const now = await api.GET("/v1/domains/{domainId}/banner", { params });
    await api.PUT("/v1/domains/{domainId}/banner", { params: { ...params, header: { "If-Match": etagOf(now) } }, body: former.data.banner });
    showToast(_("Version {version} is now the draft. Publish it when you are ready.", { version }));
    await onRolledBack();
  };
  return html`<h2>${_("Versions")}</h2>
    <${Loaded} of=${versions}>
      ${(/** @type {any} */ { rows, more }) =>
        rows.length === 0
          ? html`<p class="quiet">${_("Nothing is published yet.")}</p>`
          : html`<${Table} caption=${_("Versions")} head=${[_("Version"), _("Published"), _("By"), ""]}>
              ${rows.map(
                (/** @type {any} */ version) => html`<tr key=${version.version}>
                  <th scope="row">${version.version} ${version.version === current && html`<${Badge} kind="good">${_("shown now")}<//>`} ${version.material && html`<${Badge}>${_("asked again")}<//>`}</th>
                  <td><${When} at=${version.publishedAt} /></td>
                  <td>${version.publishedBy?.email ?? _("a former member")}</td>
                  <td>
                    ${mayChange.value &&
                    version.version !== current &&
                    html`<${Asking}
                      title=${_("Go back to version {version}?", { version: version.version })}
                      question=${_("It becomes the draft and replaces the current one. Visitors see it once you publish it.")}
                      confirm=${_("Use as draft")}
                      label=${_("Go back to version {version}", { version: version.version })}
                      onConfirm=${() => rollBack(version.version)}
                      >${_("Go back")}<//
                    >`}
                  </td>
                </tr>`,
              )}
            <//>
            ${more && html`<p><${LoadMore} onPress=${loadMore} /></p>`}`}
    <//>`;
}
