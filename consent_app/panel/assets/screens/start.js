/** First steps: from an empty workspace to the first decision. The service knows which steps are done. */
import { showToast } from "../lib/announce.js";
import { chosenDomain } from "../lib/chosen.js";
import { useData } from "../lib/data.js";
import { now } from "../lib/early.js";
import { etagOf } from "../lib/etag.js";
import { actionName } from "../ui/words.js";
import { instant } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { explain } from "../lib/problems.js";
import { here, setQuery } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, readable } from "../lib/texts.js";
import { Field, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { Install, NoBanner } from "../ui/install.js";
import { Action, Badge, Heading, Link, Loaded } from "../ui/parts.js";
import { ApiError, html, useEffect, useRef } from "../vendor.js";
import { AddDomain } from "./domains.js";

const LOOK_MS = 4000;

/** The requests that were sent before the screen appeared. @type {ReturnType<typeof stateOf> | undefined} */
let prepared;

const named = () => here.value.query.get("domain");

/** Begin early, because the domain's state needs two successive requests. */
export function prepare() {
  prepared = stateOf(named(), now());
  // The screen shows the error.
  prepared.catch(() => {});
}

/** @param {string} [shown] the id of the domain that the page already shows */
async function takeState(shown) {
  const state = prepared ?? stateOf(named(), Date.now(), shown);
  prepared = undefined;
  return await state;
}

export function Screen() {
  const shown = useRef(/** @type {string | undefined} */ (undefined));
  const state = useData(async () => {
    const next = await takeState(shown.current);
    shown.current = next.domain?.id;
    return next;
  }, [named()]);
  const { data } = state;
  const waiting = Boolean(data?.published && !data.receipt);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => document.hidden || void state.reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  const waited = useRef(false);
  if (waiting) waited.current = true;
  useEffect(() => {
    if (waited.current && data?.receipt) showToast(hereIs(data));
  }, [Boolean(data?.receipt)]);
  return html`<${Heading}
      title=${_("First steps")}
      lead=${_("Follow these steps to your first visitor's decision. You can leave at any time: your progress is saved, and you continue where you left off.")}
    />
    <${Loaded} of=${state}>${(/** @type {any} */ current) => html`<${Steps} state=${current} reload=${state.reload} />`}<//>`;
}

/** @param {string} domainId */
const domainOf = async (domainId) => (await api.GET("/v1/domains/{domainId}", { params: { path: { domainId } } })).data;

/** Return a domain that is not among the newest; null if it does not exist. @param {string} id */
async function olderDomain(id) {
  try {
    return await domainOf(id);
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/**
 * @param {string | null} named @param {number} until in milliseconds
 * @param {string} [shown] the page stays at this domain if a colleague adds or deletes one: what is typed is about it
 */
async function stateOf(named, until, shown) {
  const { items } = (await api.GET("/v1/domains", { params: { query: { limit: 100 } } })).data;
  const domain = shown
    ? (chosenDomain(items, shown) ?? (await domainOf(shown)))
    : (chosenDomain(items, named) ?? (named && (await olderDomain(named))) ?? items[0] ?? null);
  if (!domain) return { domain: null, banner: null, etag: "", published: false, shown: 0, receipt: null, single: false };
  const params = { path: { domainId: domain.id } };
  const query = { from: new Date(until - 86400_000).toISOString(), to: new Date(until).toISOString(), interval: /** @type {const} */ ("day"), domainId: domain.id };
  const [banner, statistics, receipts] = await Promise.all([
    api.GET("/v1/domains/{domainId}/banner", { params }),
    api.GET("/v1/consent-stats", { params: { query } }),
    api.GET("/v1/consent-events", { params: { query: { domainId: domain.id, limit: 2 } } }),
  ]);
  const [receipt = null, ...others] = /** @type {any[]} */ (receipts.data);
  return {
    domain,
    banner: banner.data,
    etag: etagOf(banner),
    published: banner.data.version !== null,
    shown: statistics.data.impressions.total,
    receipt,
    single: others.length === 0,
  };
}

/** The list begins with the newest. @param {{single: boolean}} state `single`: there is one decision, which is the first */
const hereIs = ({ single }) => (single ? _("Here is your first decision.") : _("Here is your latest decision."));

/** @param {{state: any, reload: () => Promise<void>}} props */
function Steps({ state, reload }) {
  const { domain, published, shown, receipt } = state;
  const isTagSeen = shown > 0 || domain?.status === "verified" || receipt;
  return html`<ol class="steps">
    <${Step} title=${_("Your site")} finished=${domain} now=${!domain}>
      ${domain
        ? html`<p><strong>${shownHostname(domain.hostname)}</strong></p>`
        : !mayChange.value ? html`<${Others} />` : html`<${AddDomain}
            button=${_("Continue")}
            onAdded=${async (/** @type {any} */ added) => {
              setQuery({ domain: added.id });
              await reload();
            }}
          />`}
    <//>
    <${Step} title=${_("Your banner")} finished=${published} now=${domain && !published}>
      ${domain && (published ? html`<p>${_("Published.")} <${Link} to=${`/domains/${domain.id}/banner`}>${_("Edit the banner")}<//></p>` : !mayChange.value ? html`<${Others} />` : html`<${Wording} state=${state} reload=${reload} />`)}
    <//>
    <${Step} title=${_("The tag on your site")} finished=${isTagSeen} now=${published && !isTagSeen}>
      ${published && html`<${Tag} state=${state} seen=${isTagSeen} reload=${reload} />`}
    <//>
    <${Step} title=${_("The first decision")} finished=${receipt} now=${isTagSeen && !receipt}>
      ${published &&
      !receipt &&
      html`<p>
        ${_("Open your site in a private window and press a button of the banner. The decision appears here within seconds.")}
        ${" "}<a href=${`https://${domain.hostname}/`} target="_blank" rel="noreferrer noopener">${_("Open {hostname}", { hostname: shownHostname(domain.hostname) })}</a>
      </p>
      ${isTagSeen && html`<${NoBanner} />`}`}
      ${receipt &&
      html`<div class="notice good">
          <p><strong>${hereIs(state)}</strong></p>
          <p>${actionName(receipt.action)}, ${instant(receipt.createdAt)}. <${Link} to=${`/receipts/${receipt.id}`}>${_("See the receipt")}<//></p>
        </div>
        <p>${_("Next, invite your colleagues, and fix what lowers your domain's score.")}</p>
        <p class="actions">
          <${Link} to=${`/domains/${domain.id}`} class="button">${_("See the score")}<//>
          <${Link} to="/members" class="button">${_("Invite people")}<//>
        </p>`}
    <//>
  </ol>`;
}

/** Shown to viewers in place of a form. */
const Others = () => html`<p>${_("Your role only lets you read. An owner or an admin of the workspace takes this step.")}</p>`;

/** @param {{title: string, finished: any, now: any, children?: any}} props */
const Step = ({ title, finished, now, children }) =>
  html`<li class=${finished ? "finished" : now ? "now" : "later"} aria-current=${now ? "step" : undefined}>
    <h2>
      ${title} ${finished ? html`<${Badge} kind="good">${_("done")}<//>` : now ? html`<${Badge} kind="warn">${_("now")}<//>` : html`<${Badge}>${_("later")}<//>`}
    </h2>
    ${children}
  </li>`;

/** @param {{state: any, reload: () => Promise<void>}} props */
function Wording({ state, reload }) {
  const templates = useData(async () => (await api.GET("/v1/banner-templates")).data);
  const { banner } = state.banner;
  const tag = useRef(state.etag);
  useEffect(() => void (tag.current = state.etag), [state]);
  const form = useForm({ template: "", controller: banner.controller, policyUrl: banner.policyUrl ?? "" }, async (values, changes) => {
    const params = { path: { domainId: state.domain.id } };
    const content = values.template
      ? (await api.GET("/v1/banner-templates/{templateId}", { params: { path: { templateId: values.template } } })).data.banner
      : banner;
    // What others have saved in the meantime stays where nothing was typed.
    const { controller, policyUrl } = { ...banner, ...changes };
    const body = { ...content, controller: controller.trim(), policyUrl: policyUrl?.trim() || null };
    try {
      const saved = await api.PUT("/v1/domains/{domainId}/banner", { params: { ...params, header: { "If-Match": tag.current } }, body });
      tag.current = etagOf(saved);
      await api.POST("/v1/domains/{domainId}/banner/publish", { params: { ...params, header: { "If-Match": tag.current } } });
    } catch (error) {
      // The next press is about the banner that is there now.
      if (explain(error).code === "precondition_failed") await reload();
      throw error;
    }
    showToast(_("The banner is published."));
    await reload();
  });
  const { locale, texts } = readable(banner.locales);
  return html`<p>${_("Visitors read this in their own language, if it is offered. You can change all texts, colours and languages later.")}</p>
    <blockquote class="card" lang=${locale}>
      <p><strong>${texts?.title}</strong></p>
      <p>${texts?.description}</p>
      <p class="actions"><span class="button">${texts?.reject}</span><span class="button">${texts?.accept}</span></p>
    </blockquote>
    <${Form} form=${form}>
      ${(templates.data?.length ?? 0) > 0 &&
      html`<${Select}
        form=${form}
        name="template"
        label=${_("Template")}
        options=${[["", _("The standard wording")], ...(templates.data ?? []).map((template) => [template.id, template.name])]}
      />`}
      <${Field} form=${form} name="controller" label=${_("Who is responsible for the site")} hint=${_("The company or person responsible for the site's data.")} />
      <${Field}
        form=${form}
        name="policyUrl"
        type="url"
        label=${_("Address of your privacy policy")}
        hint=${_("The banner links to it.")}
        optional
      />
      <${Refusal} form=${form} shown=${["template", "controller", "policyUrl"]} />
      <${Submit} form=${form}>${_("Publish the banner")}<//>
    <//>`;
}

/** @param {{state: any, seen: any, reload: () => Promise<void>}} props */
function Tag({ state, seen, reload }) {
  const { domain } = state;
  const check = async () => {
    const { data } = await api.POST("/v1/domains/{domainId}/verify", { params: { path: { domainId: domain.id } } });
    await reload();
    showToast(data.status === "verified" ? _("We have seen the tag.") : (data.verifyReason ?? _("We have not seen the tag yet.")));
  };
  if (seen) return html`<p>${_("We have seen the tag.")}</p>`;
  return html`<${Install} domainId=${domain.id} />
    <p>${_("We notice the tag as soon as someone opens a page with it.")}</p>
    ${domain.verifyReason && html`<div class="notice warn"><p>${domain.verifyReason}</p></div>`}
    ${mayChange.value && html`<${Action} onPress=${check}>${_("Check now")}<//>`}`;
}
