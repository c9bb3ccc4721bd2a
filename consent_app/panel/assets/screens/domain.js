/** One domain: its verification, compliance findings, installation and settings. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { ago, instant, number } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { go } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { Group, Region } from "../ui/fields.js";
import { Check, Choices, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { Install } from "../ui/install.js";
import { Action, Asking, Badge, Copyable, Heading, Link, Loaded } from "../ui/parts.js";
import { PlaceRule } from "../ui/place-rule.js";
import { Sections } from "../ui/sections.js";
import { choicesOf, SETTINGS } from "../ui/setting-words.js";
import { STATUS_KIND, statusName } from "../ui/words.js";
import { html } from "../vendor.js";

/** @param {{domainId: string}} props */
export function Screen({ domainId }) {
  const params = { path: { domainId } };
  const domain = useData(async () => (await api.GET("/v1/domains/{domainId}", { params })).data, [domainId]);
  const compliance = useData(
    async () => (await api.GET("/v1/domains/{domainId}/compliance", { params })).data,
    [domainId],
  );
  const { data } = domain;
  /** What changes a domain may change its score. @param {any} changed */
  const onChanged = (changed) => {
    domain.set(changed);
    void compliance.reload();
  };
  return html`<${Heading}
      title=${data ? shownHostname(data.hostname) : _("Domain")}
      eyebrow=${html`<${Link} to="/domains">${_("Domains")}<//>`}
      lead=${data && html`<${Badge} kind=${STATUS_KIND[data.status]}>${statusName(data.status)}<//> ${" "}${_("Score {score} of 100", { score: number(data.score) })}`}
      actions=${data && html`<${Link} to=${`/domains/${domainId}/banner`} class="button primary">${mayChange.value ? _("Edit the banner") : _("See the banner")}<//>
        <${Link} to=${`/receipts?domainId=${domainId}`} class="button">${_("Receipts")}<//>`}
    />
    <${Loaded} of=${domain}>
      ${(/** @type {any} */ current) => html`
        ${current.overAllowance &&
        html`<div class="notice bad"><p>${_("Your plan does not cover this domain: its banner is not shown and cannot be published. Delete a domain, or choose a larger plan.")}</p></div>`}
        ${compliance.data?.suspendedAt &&
        html`<div class="notice bad"><p>${_("The operator of this service suspended this domain: its banner asks nobody. Your receipts stay. Ask the operator why.")}</p></div>`}
        <${Sections} of=${sections()} />
        <${Verification} domain=${current} onChanged=${onChanged} />
        <h2 id="compliance" tabindex="-1">${_("Compliance")}</h2>
        <${Loaded} of=${compliance}>
          ${(/** @type {any} */ compliance) => html`<${Findings} compliance=${compliance} domainId=${domainId} />`}
        <//>
        <${PlaceRule}
          domainId=${domainId}
          onChanged=${() => {
            void domain.reload();
            void compliance.reload();
          }}
        />
        <h2 id="install" tabindex="-1">${_("Install")}</h2>
        <${Install} domainId=${domainId} />
        <h2 id="settings" tabindex="-1">${_("Settings")}</h2>
        <${DomainSettings} domain=${current} onChanged=${onChanged} />
        ${mayChange.value && html`<${Delete} domain=${current} />`}
      `}
    <//>`;
}

const sections = () => [
  ["verification", _("Verification")],
  ["compliance", _("Compliance")],
  ["install", _("Install")],
  ["settings", _("Settings")],
  ...(mayChange.value ? [["delete", _("Delete")]] : []),
];

const METHODS = [
  { value: "script", hint: _("Once the tag is in the page, there is nothing else to do.") },
  { value: "dns_txt", hint: _("For tags that a tag manager adds, and for sites whose pages you cannot change.") },
  { value: "meta_tag", hint: _("One line in the head of the start page.") },
  { value: "file", hint: _("A small file on the web server.") },
].map((method) => ({ ...method, label: SETTINGS.verifyMethod?.[method.value] }));

/** @param {{domain: any, onChanged: (domain: any) => void}} props */
function Verification({ domain, onChanged }) {
  const params = { path: { domainId: domain.id } };
  const form = useForm({ verifyMethod: domain.verifyMethod }, async ({ verifyMethod }) => {
    const { data } = await api.PATCH("/v1/domains/{domainId}", { params, body: { verifyMethod } });
    onChanged(data);
    showToast(_("Saved."));
  });
  const check = async () => {
    if (form.values.verifyMethod !== domain.verifyMethod) {
      const body = { verifyMethod: form.values.verifyMethod };
      await api.PATCH("/v1/domains/{domainId}", { params, body });
    }
    const { data } = await api.POST("/v1/domains/{domainId}/verify", { params });
    onChanged(data);
    showToast(data.status === "verified" ? _("The domain is verified.") : (data.verifyReason ?? statusName(data.status)));
  };
  return html`<h2 id="verification" tabindex="-1">${_("Verification")}</h2>
    <p>${_("Verification shows that the domain is yours. The banner works without it, but the score is higher with it.")}</p>
    <dl class="facts">
      <dt>${_("State")}</dt>
      <dd>
        <${Badge} kind=${STATUS_KIND[domain.status]}>${statusName(domain.status)}<//>
        ${domain.verifiedAt && html` <span class="quiet">${_("since {when}", { when: instant(domain.verifiedAt) })}</span>`}
      </dd>
      <dt>${_("Last check")}</dt>
      <dd>${domain.lastCheckedAt ? html`${instant(domain.lastCheckedAt)} <span class="quiet">(${ago(domain.lastCheckedAt)})</span>` : _("never")}</dd>
      ${domain.verifyReason && html`<dt>${_("What was found")}</dt><dd>${domain.verifyReason}</dd>`}
      ${domain.lastScanAt && html`<dt>${_("Last scan")}</dt><dd>${instant(domain.lastScanAt)}</dd>`}
      ${domain.activeScan.id && html`<dt>${_("Scan")}</dt><dd>${_("in progress")}</dd>`}
      <dt>${_("Certificate")}</dt>
      <dd>${domain.sslOk ? _("in order") : domain.lastCheckedAt ? _("not in order") : _("not checked yet")}</dd>
    </dl>
    ${mayChange.value &&
    html`<${Form} form=${form}>
      <${Choices} form=${form} name="verifyMethod" label=${_("How do you want to verify it?")} options=${METHODS} />
      <${How} method=${form.values.verifyMethod} domain=${domain} />
      <${Refusal} form=${form} />
      <${Action} onPress=${check}>${_("Check now")}<//>
    <//>`}`;
}

/** @param {{method: string, domain: any}} props */
function How({ method, domain }) {
  if (method === "dns_txt") {
    return html`<p>${_("Add a TXT record with this name and text. It can take up to an hour to be visible everywhere.")}</p>
      <${Copyable} text=${`_consent-verify.${domain.hostname}`} label=${_("Name of the record")} />
      <${Copyable} text=${domain.verifyToken} label=${_("Text of the record")} />`;
  }
  if (method === "meta_tag") {
    return html`<p>${_("Paste this into the head of the page at {address}.", { address: `https://${domain.hostname}/` })}</p>
      <${Copyable} block text=${`<meta name="consent-verify" content="${domain.verifyToken}">`} label=${_("Meta tag")} />`;
  }
  if (method === "file") {
    return html`<p>${_("Put a file at {address} that contains only this.", { address: `https://${domain.hostname}/.well-known/consent-verify.txt` })}</p>
      <${Copyable} text=${domain.verifyToken} label=${_("Content of the file")} />`;
  }
  return html`<p>${_("Paste the tag from “Install” below into the page at {address} itself: a tag that a tag manager adds later is not found.", { address: `https://${domain.hostname}/` })}</p>`;
}

/** The rules that the score follows, and why. @param {{rules: any[]}} props */
function AppliedRules({ rules }) {
  const why = (/** @type {any} */ rule) =>
    rule.basis === "visitors"
      ? _("{share} of 100 decisions of the last 30 days", { share: number(rule.share) })
      : rule.basis === "declared"
        ? _("the region that you declared")
        : _("for visitors whose location is unknown");
  return html`<p>${_("Scored by the rules that apply in:")}</p>
    <ul>
      ${rules.map((rule) => html`<li key=${rule.id}>${rule.name} <span class="hint">(${why(rule)})</span></li>`)}
    </ul>`;
}

/** @param {{compliance: any, domainId: string}} props */
function Findings({ compliance, domainId }) {
  const judged = html`<${AppliedRules} rules=${compliance.rules} />`;
  if (compliance.findings.length === 0) {
    return html`<div class="notice good"><p>${_("Nothing to fix: every rule is met.")}</p></div>
      ${judged}`;
  }
  return html`${judged}
    <p>${_("{score} of 100. Each violated rule lowers the score by its weight.", { score: number(compliance.score) })}</p>
    <ul class="doors">
      ${compliance.findings.map(
        (/** @type {any} */ finding) => html`<li key=${finding.rule}>
          <div>
            <h3>${capital(finding.title)} <${Badge} kind="warn">−${number(finding.weight)}<//></h3>
            <p>${finding.remedy}</p>
            <p class="hint">${_("Source: {source}", { source: finding.source })}</p>
          </div>
          <${Fix} rule=${finding.rule} domainId=${domainId} />
        </li>`,
      )}
    </ul>`;
}

/** A link to where a finding can be fixed, for those who may; some are outside this service. @param {{rule: string, domainId: string}} props */
function Fix({ rule, domainId }) {
  if (!mayChange.value || rule === "site_scanned") return null;
  // The check of the verification looks at the certificate, too.
  if (rule === "domain_verified" || rule === "tls") return html`<a href="#verification" class="button">${_("Go to the verification")}</a>`;
  if (rule === "gpc" || rule === "renewal") return html`<a href="#settings" class="button">${_("Go to the settings")}</a>`;
  return html`<${Link} to=${`/domains/${domainId}/banner`} class="button">${_("Edit the banner")}<//>`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {{domain: any, onChanged: (domain: any) => void}} props */
function DomainSettings({ domain, onChanged }) {
  const params = { path: { domainId: domain.id } };
  const settings = useData(async () => (await api.GET("/v1/domains/{domainId}/settings", { params })).data, [domain.id]);
  const groups = useData(async () => (await api.GET("/v1/domain-groups")).data);
  return html`<${Loaded} of=${settings}>
    ${(/** @type {any} */ settings) =>
      groups.data && html`<${SettingsForm} domain=${domain} settings=${settings} groups=${groups.data} onChanged=${onChanged} />`}
  <//>`;
}

/** @param {any} domain */
const ownOf = ({ region, groupId }) => ({ region: region ?? "", groupId: groupId ?? "" });

/** @param {any} settings */
const settingsOf = (settings) => ({ ...settings, renewAfterMonths: String(settings.renewAfterMonths) });

/** @param {any} domain @param {any} settings @returns {any} a form's values */
const valuesOf = (domain, settings) => ({ ...settingsOf(settings), ...ownOf(domain) });

/** @param {{domain: any, settings: any, groups: any[], onChanged: (domain: any) => void}} props */
function SettingsForm({ domain, settings, groups, onChanged }) {
  const params = { path: { domainId: domain.id } };
  const form = useForm(
    valuesOf(domain, settings),
    async (/** @type {any} */ _values, /** @type {any} */ { region, groupId, renewAfterMonths, ...others }) => {
      const own = { ...(region !== undefined && { region: region || null }), ...(groupId !== undefined && { groupId: groupId || null }) };
      const body = { ...others, ...(renewAfterMonths && { renewAfterMonths: Number(renewAfterMonths) }) };
      let stored = {};
      if (Object.keys(own).length) {
        const { data } = await api.PATCH("/v1/domains/{domainId}", { params, body: own });
        onChanged(data);
        stored = ownOf(data);
      }
      if (Object.keys(body).length) {
        stored = { ...stored, ...settingsOf((await api.PATCH("/v1/domains/{domainId}/settings", { params, body })).data) };
        onChanged((await api.GET("/v1/domains/{domainId}", { params })).data);
      }
      showToast(_("Saved."));
      return stored;
    },
    { keep: true },
  );
  const months = [6, 7, 8, 9, 10, 11, 12].map((n) => [String(n), ngettext("{n} month", "{n} months", n)]);
  return html`<${Form} form=${form}>
    <fieldset class="choices" disabled=${!mayChange.value}>
      <legend class="said">${_("Settings")}</legend>
      <${Region} form=${form} />
      <${Group} form=${form} groups=${groups} />
      <${Select} form=${form} name="renewAfterMonths" label=${_("Ask visitors again after")} options=${months} />
      <${Select}
        form=${form}
        name="gpcRefuses"
        label=${_("What a browser's privacy signal (GPC) refuses")}
        options=${choicesOf("gpcRefuses")}
      />
      <${Select}
        form=${form}
        name="unknownPlace"
        label=${_("Visitors whose location is unknown")}
        hint=${_("With the rule of your region, visitors from elsewhere may be tracked unlawfully: you are responsible for that.")}
        options=${choicesOf("unknownPlace")}
      />
      <${Check}
        form=${form}
        name="limitSensitive"
        label=${_("Offer to limit the use of sensitive data")}
        hint=${_("To visitors whose law gives that right: California's.")}
      />
      <${Select}
        form=${form}
        name="gpp"
        label=${_("Publish American visitors' choices to advertising tags (GPP)")}
        hint=${_("The national section is for signatories of the IAB's Multi-State Privacy Agreement: by choosing it you declare that you signed it.")}
        options=${choicesOf("gpp")}
      />
      <${Check} form=${form} name="shareSubdomains" label=${_("One decision counts on all subdomains")} />
      <${Check} form=${form} name="countImpressions" label=${_("Count how often the banner is shown")} />
      <${Check} form=${form} name="reloadOnWithdrawal" label=${_("Reload the page after a withdrawal")} hint=${_("This stops scripts that are already running.")} />
    </fieldset>
    <${Refusal} form=${form} />
    ${mayChange.value && html`<${Submit} form=${form}>${_("Save")}<//>`}
  <//>`;
}

/** @param {{domain: any}} props */
function Delete({ domain }) {
  const deleteDomain = async () => {
    await api.DELETE("/v1/domains/{domainId}", { params: { path: { domainId: domain.id } } });
    showToast(_("{hostname} is deleted.", { hostname: shownHostname(domain.hostname) }));
    go("/domains", { replace: true });
  };
  return html`<h2 id="delete" tabindex="-1">${_("Delete")}</h2>
    <p>${_("The banner no longer asks anyone. Receipts stay until their retention ends: they are your proof.")}</p>
    <${Asking}
      class="danger"
      title=${_("Delete {hostname}?", { hostname: shownHostname(domain.hostname) })}
      question=${_("This cannot be undone: adding it again makes a new domain with a new tag.")}
      confirm=${_("Delete the domain")}
      onConfirm=${deleteDomain}
      >${_("Delete this domain")}<//
    >`;
}

