/** The visitor of a receipt: finding their receipts, and erasing them after showing what will be deleted. */
import { announceCount, showToast } from "../lib/announce.js";
import { recordedAt } from "../lib/format.js";
import { go } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { html, useState } from "../vendor.js";
import { Action, Dialog, Link } from "./parts.js";

/** @typedef {import("../vendor.js").Models.VisitorReceipts} VisitorReceipts */

/** @param {string} receiptId @returns {Promise<VisitorReceipts>} */
const visitorOf = async (receiptId) =>
  (await api.GET("/v1/consent-events/{consentId}/erasure", { params: { path: { consentId: receiptId } } })).data;

/** @param {{receiptId: string}} props */
export function LinkedReceipts({ receiptId }) {
  const [visitor, setVisitor] = useState(/** @type {VisitorReceipts | null} */ (null));
  const find = async () => {
    const found = await visitorOf(receiptId);
    setVisitor(found);
    announceCount(found.linked);
  };
  return html`<h2>${_("This visitor's receipts")}</h2>
    <p>${_("For visitors who ask what is stored about them: this receipt, and the same visitor's earlier and later ones that are linked to it.")}</p>
    <p><${Action} onPress=${find}>${_("Find this visitor's receipts")}<//></p>
    ${visitor &&
    html`<ul>${visitor.linkedIds.map((id) => html`<li key=${id}>${recordedAt(id)}: ${id === receiptId ? _("this receipt") : html`<${Link} to=${`/receipts/${id}`}><code>${id}</code><//>`}</li>`)}</ul>
      ${visitor.linked > visitor.linkedIds.length && html`<p class="hint">${_("Only the newest {n} are listed.", { n: visitor.linkedIds.length })}</p>`}`}`;
}

/** @param {{receiptId: string}} props */
export function Erasure({ receiptId }) {
  const [extent, setExtent] = useState(/** @type {VisitorReceipts | null} */ (null));
  const [sameAddress, setSameAddress] = useState(false);
  const look = async () => {
    setSameAddress(false);
    setExtent(await visitorOf(receiptId));
  };
  const erase = async () => {
    const params = { path: { consentId: receiptId } };
    const { data } = await api.POST("/v1/consent-events/{consentId}/erasure", { params, body: { sameAddress } });
    showToast(ngettext("{n} receipt is deleted.", "{n} receipts are deleted.", data.deleted));
    setExtent(null);
    go("/receipts", { replace: true });
  };
  const close = () => setExtent(null);
  const count = extent ? extent.linked + (sameAddress ? extent.sameAddress : 0) : 0;
  return html`<h2>${_("Erase this visitor")}</h2>
    <p>${_("For visitors who ask for it. This deletes the receipt and the same visitor's earlier and later receipts that are linked to it.")}</p>
    <p><${Action} class="danger" onPress=${look}>${_("Erase this visitor")}<//></p>
    <${Dialog} open=${extent !== null} title=${_("Erase this visitor?")} question=${extent && questionOf(extent)} onClose=${close}>
      ${extent &&
      html`${extent.sameAddress > 0 &&
        html`<label class="choice">
          <input type="checkbox" checked=${sameAddress} onChange=${() => setSameAddress(!sameAddress)} />
          <span>
            ${ngettext("Also {n} receipt with the same visitor hash", "Also {n} receipts with the same visitor hash", extent.sameAddress)}
            <span class="hint">${_("Others may share the address: a household, an office, a mobile network.")}</span>
          </span>
        </label>`}
        <div class="actions">
          <${Action} class="danger" onPress=${erase}>${ngettext("Delete {n} receipt", "Delete {n} receipts", count)}<//>
          <button type="button" autofocus onClick=${close}>${_("Cancel")}</button>
        </div>`}
    <//>`;
}

/** @param {{linked: number}} extent */
const questionOf = ({ linked }) =>
  html`${ngettext("{n} receipt is this visitor's. It is your proof of what was decided, and cannot be restored.", "{n} receipts are this visitor's. They are your proof of what was decided, and cannot be restored.", linked)} ${_("Existing exports and the statistics stay as they are.")}`;
