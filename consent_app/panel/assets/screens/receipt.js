/** One receipt: what was shown, what was decided, and the proof. */
import { useData } from "../lib/data.js";
import { country, instant, tongue } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Erasure, LinkedReceipts } from "../ui/erasure.js";
import { Badge, Copyable, Heading, Link, Loaded } from "../ui/parts.js";
import { SETTINGS } from "../ui/setting-words.js";
import { STATUS_KIND, actionName, categoryName, deviceName, receiptStatus, sourceName, surfaceName } from "../ui/words.js";
import { html } from "../vendor.js";

/** @param {{receiptId: string}} props */
export function Screen({ receiptId }) {
  const proof = useData(async () => {
    const params = { path: { consentId: receiptId } };
    return (await api.GET("/v1/consent-events/{consentId}", { params })).data;
  }, [receiptId]);
  return html`<${Heading} title=${_("Receipt")} eyebrow=${html`<${Link} to="/receipts">${_("Receipts")}<//>`} lead=${proof.data && instant(proof.data.receipt.createdAt)} />
    <${Loaded} of=${proof}>
      ${(/** @type {any} */ proof) => html`<${Facts} proof=${proof} /><${Proof} proof=${proof} />
        ${mayChange.value && html`<${LinkedReceipts} key=${proof.receipt.id} receiptId=${proof.receipt.id} /><${Erasure} receiptId=${proof.receipt.id} />`}`}
    <//>`;
}

/** @param {{proof: any}} props */
function Facts({ proof }) {
  const { receipt } = proof;
  /** @param {string} category */
  const badge = (category) =>
    proof.categories.includes(category) || receipt[category]
      ? html`<${Badge} kind=${receipt[category] ? "good" : "quiet"}>${receipt[category] ? _("allowed") : _("refused")}<//>`
      : html`<span class="quiet">${_("not offered")}</span>`;
  return html`<dl class="facts">
      <dt>${_("Recorded (UTC)")}</dt><dd><code>${receipt.createdAt}</code></dd>
      <dt>${_("Decision")}</dt><dd>${actionName(receipt.action)}</dd>
      <dt>${_("Analytics")}</dt><dd>${badge("analytics")}</dd>
      <dt>${_("Marketing")}</dt><dd>${badge("marketing")}</dd>
      <dt>${_("Preferences")}</dt><dd>${badge("preferences")}</dd>
      ${typeof proof.limitSensitive === "boolean" && html`<dt>${_("Use of sensitive data")}</dt><dd>${proof.limitSensitive ? _("limited") : _("not limited")}</dd>`}
      <dt>${_("Source")}</dt><dd>${sourceName(receipt.source)}</dd>
      <dt>${_("Domain")}</dt>
      <dd>
        ${receipt.domainId ? html`<${Link} to=${`/domains/${receipt.domainId}`}>${shownHostname(receipt.hostname)}<//>` : shownHostname(receipt.hostname)}
        ${receipt.domainDeleted && html` <${Badge}>${_("removed")}<//>`}
      </dd>
      <dt>${_("State")}</dt><dd><${Badge} kind=${STATUS_KIND[receipt.status]}>${receiptStatus(receipt.status)}<//></dd>
      <dt>${_("Place")}</dt><dd>${country(receipt.country)}</dd>
      <dt>${_("Device")}</dt><dd>${deviceName(receipt.device)}</dd>
      <dt>${_("Browser")}</dt><dd>${receipt.userAgent ?? _("not kept")}</dd>
      <dt>${_("Visitor hash")}</dt>
      <dd>
        ${receipt.ipHash
          ? html`<${Link} to=${`/receipts?q=${encodeURIComponent(receipt.ipHash)}`}><code>${receipt.ipHash}</code><//>`
          : _("not kept")}
      </dd>
    </dl>
    <${Shown} proof=${proof} />
    <h2>${_("Receipt's id")}</h2>
    <${Copyable} text=${receipt.id} label=${_("Receipt's id")} />`;
}

/** @param {{proof: any}} props */
function Shown({ proof }) {
  const { receipt, ruleTexts, wording } = proof;
  return html`<h2>${_("What was shown")}</h2>
    ${receipt.bannerTitle === null && receipt.bannerDescription === null
      ? html`<p>${receipt.source === "gpc" ? _("Nothing: the browser's privacy signal decided before the banner.") : _("The wording was not kept when this was recorded.")}</p>`
      : html`<p class="hint">
            ${_("Version {version}, in {language}", { version: receipt.bannerVersion ?? "–", language: tongue(receipt.bannerLocale) })}
          </p>
          <blockquote class="card" lang=${receipt.bannerLocale ?? undefined} dir="auto">
            ${!ruleTexts && html`<p><strong>${receipt.bannerTitle}</strong></p>`}
            <p>${ruleTexts?.notice ?? receipt.bannerDescription}</p>
            ${receipt.policyUrl && html`<p><a href=${receipt.policyUrl} rel="noreferrer noopener" target="_blank">${receipt.policyUrl}</a></p>`}
          </blockquote>
          ${ruleTexts && html`<p class="hint">${_("This is the rule's own text. It took the place of the banner's title and question.")}</p>`}
          ${wording && html`<${Wording} proof=${proof} />`}`}`;
}

/** @param {{proof: any}} props what was shown in this language, besides the question */
function Wording({ proof }) {
  const { categories, locale, texts } = proof.wording;
  // In receipts from before the service recorded the model, which of a rule's texts were shown is not known.
  const rule = proof.ruleTexts;
  const objection = proof.ruleModel === "opt_out" ? rule : null;
  const notice = proof.ruleModel === "notice" ? rule : null;
  const decisive = [texts.accept, texts.reject];
  const buttons = objection
    ? [objection.link, ...decisive, texts.save]
    : notice
      ? [texts.customise, notice.acknowledge, ...decisive, texts.save]
      : [...decisive, texts.customise, texts.save];
  return html`<details>
    <summary>${_("Categories, services and buttons")}</summary>
    <dl class="facts">
      ${categories.map(
        (/** @type {any} */ category) => html`<dt lang=${locale} dir="auto">${(category.id === "marketing" && objection?.optOut) || category.title}</dt>
          <dd lang=${locale} dir="auto">
            ${category.description}
            ${(category.services ?? []).map((/** @type {any} */ service) => html`<br />${service.name} (${service.provider}): ${service.purpose} ${service.duration}`)}
          </dd>`,
      )}
      <dt>${_("Buttons")}</dt>
      <dd lang=${locale} dir="auto">${buttons.join(" · ")}</dd>
    </dl>
  </details>`;
}

/** @param {{proof: any}} props the stored details of the receipt */
function Proof({ proof }) {
  return html`<h2>${_("Proof")}</h2>
    <dl class="facts">
      <dt>${_("How the visitor was asked")}</dt><dd>${proof.regime === "opt_in" ? _("agreement first") : _("objection possible")}${proof.ruleId && html` <span class="quiet">(${_("rule {rule}, version {version}", { rule: proof.ruleId, version: proof.ruleVersion })})</span>`}</dd>
      ${proof.ruleModel && html`<dt>${_("The rule on this domain")}</dt><dd>${SETTINGS.model?.[proof.ruleModel]}</dd>`}
      ${proof.ruleExempt?.length > 0 && html`<dt>${_("Needs no consent")}</dt><dd>${proof.ruleExempt.map(categoryName).join(", ")}</dd>`}
      <dt>${_("Where the visitor decided")}</dt><dd>${surfaceName(proof.receipt.source === "gpc" ? null : proof.surface)}</dd>
      <dt>${_("Responsible")}</dt><dd>${proof.controller}</dd>
      <dt>${_("Privacy signal (GPC)")}</dt><dd>${proof.gpcSignal ? _("sent") : _("not sent")}</dd>
      ${proof.decidedAt && html`<dt>${_("Decided (UTC, by the visitor's clock)")}</dt><dd><code>${proof.decidedAt}</code></dd>`}
      <dt>${_("Previous receipt")}</dt>
      <dd>${proof.formerReceiptId ? html`<${Link} to=${`/receipts/${proof.formerReceiptId}`}><code>${proof.formerReceiptId}</code><//>` : _("none")}</dd>
      <dt>${_("Digest of the wording")}</dt><dd><code>${proof.wordingDigest ?? "–"}</code></dd>
      <dt>${_("Digest of the script")}</dt><dd><code>${proof.scriptDigest}</code></dd>
    </dl>`;
}
