// What happens during a page view, from the denied default to a receipt.

import { announceChange, announceReady, installApi } from "./api.js";
import { mount, permit, watch } from "./blocking.js";
import { more } from "./loader.js";
import { post, receiptsGoTo, resend } from "./outbox.js";
import { endRecord, expiryOf, readCookies, readRecord, writeRecord } from "./record.js";
import { denyByDefault, tellGranted } from "./signals.js";
import { CATEGORIES, builtIn, domainId, privacySignal, publicUrl, quietly, tag, warn } from "./tag.js";
import { build } from "./view.js";

let banner;
let rule;
let choices;
let view;
/** The visitor's decision, if it is in force. */
let record;
/** The visitor's decision, if it is not: not under this rule, or not after a material change. */
let aside;
let granted = [];
let loading;

/** The state that `window.consent.get()` returns and callbacks receive. */
function state() {
  const value = {
    decided: !!record,
    source: record?.source || null,
    decidedAt: record ? new Date(record.decidedAt).toISOString() : null,
    receiptId: record?.receiptId || null,
    regime: banner?.regime || null,
    rule: banner?.rule?.id || null,
    model: banner?.rule?.model || null,
    limitSensitive: !!latest()?.limitSensitive,
    gpc: signalled(),
  };
  for (const id of CATEGORIES) value[id] = granted.includes(id);
  return Object.freeze(value);
}

/** From navigator, or from the header, which scripts cannot read. */
const signalled = () => privacySignal() || !!rule?.gpc;

function apply(next) {
  granted = next;
  tellGranted(granted);
  permit(granted);
  tellOthers();
}

/** Notifies the tags on the page that have their own consent signals. */
function tellOthers() {
  if (!["uetq", "clarity", "fbq", "_paq", "Shopify"].some((name) => window[name])) return;
  more()
    .then(({ tell }) => tell(granted, !!(record || (banner && aside)), !!(record || banner)))
    .catch(() => {});
}

/** Removes what the services of refused categories have stored, including since the last visit. */
function forgetRefused() {
  const patterns = banner.categories
    .filter(({ id }) => !latest()?.granted.includes(id))
    .flatMap((category) => [category, ...(category.services || [])])
    .flatMap((entry) => entry.patterns || []);
  const stored =
    quietly(() => readCookies().includes("; ")) ||
    quietly(() => localStorage.length > 1 || sessionStorage.length);
  if (!latest() || !patterns.length || !stored) return undefined;
  return more()
    .then(({ forget }) => forget(patterns))
    .catch(() => {});
}

const offered = () => banner.categories.map(({ id }) => id);

const latest = () => record || aside;

const isOptOut = () => banner?.regime === "opt_out";

/** Whether the law grants a category of the banner without asking, until the visitor objects. */
const lawful = (id) =>
  banner && offered().includes(id) && (isOptOut() || banner.rule?.exempt.includes(id));

/** What is granted now: by consent, and by the law unless it was refused. */
function current() {
  const decision = latest();
  if (!decision) return banner && !banner.held ? offered().filter(lawful) : [];
  // Until the banner says what the signal refuses, a new signal suspends every grant.
  const waits = !banner && !decision.underSignal && privacySignal();
  return decision.granted.filter((id) => lawful(id) || !(waits || decision.leftOn.includes(id)));
}

/** Returns when a decision that grants `chosen` expires if it is made or confirmed at `time`. */
const renewalOf = (chosen, time) =>
  expiryOf(
    time,
    (chosen.length < offered().length && banner.renewAfterRefusalMonths) ||
      banner.renewAfterMonths ||
      12,
  );

/**
 * Whether a material change has replaced the version that the decision is about. A signal's decision is
 * about no version, but the consent that it left in force is.
 */
const outdated = (decision) =>
  decision?.version < banner.materialSince &&
  (decision.source === "banner" || decision.leftOn.length < decision.granted.length);

/** Whether the decision is about a later version than this page has, such as from the cache. */
const isAhead = (decision) => decision.version > banner?.version;

/**
 * Makes the newest decision `record`, or sets it `aside`. A category that was left on under an opt-out
 * law is not consented to elsewhere, and neither is one that was granted before a material change, or
 * that is no longer offered. Refused categories stay refused.
 */
function weigh(decision) {
  const ended = banner && !isOptOut() && outdated(decision);
  const known = banner ? offered() : CATEGORIES;
  decision.leftOn = decision.granted.filter(
    (id) => ended || decision.leftOn.includes(id) || !(isAhead(decision) || known.includes(id)),
  );
  record = decision;
  aside = undefined;
  const now = current();
  const lacks = known.some((id) => decision.granted.includes(id) && !now.includes(id));
  // A held banner does not ask.
  if ((ended || lacks) && !banner?.held) {
    record = undefined;
    aside = decision;
  }
  if (!banner || isAhead(decision)) return;
  decision.inForce = now;
  writeRecord(decision);
}

/** Reads the cookie. Returns whether its decision is newer than the latest one here. */
function refresh() {
  const newest = readRecord();
  const at = latest()?.decidedAt || 0;
  // Its receipt has arrived in another window since.
  if (newest?.decidedAt === at) latest().receiptId = newest.receiptId;
  const isNewer = newest?.decidedAt > at;
  if (isNewer) weigh(newest);
  return isNewer;
}

/**
 * Handles a decision: applies it, stores it in the cookie, and sends it to the service. `asked` says
 * that one answer accepted everything, so that no category was only left on.
 */
function decide(ids, surface, asked) {
  // A held banner only accepts withdrawals.
  const possible = banner.held ? current() : offered();
  const chosen = possible.filter((id) => ids.includes(id));
  const byPerson = surface !== "gpc";
  const now = Date.now();
  const former = latest();
  // Each decision has its own instant, which identifies it when its receipt arrives, and which is later
  // than the former's, so that it applies in other tabs: the clock may have been set back since.
  const decidedAt = Math.max(now, (former?.decidedAt || 0) + 1);
  const sharedWith = banner.shareSubdomains ? banner.hostname : "";
  const withdrawn = granted.some((id) => !chosen.includes(id));
  const consented = (id) =>
    former?.granted.includes(id) && !former.leftOn.includes(id) && !outdated(former);
  const acceptsAll = chosen.length === offered().length;
  if (former?.sharedWith && !sharedWith) endRecord(former.sharedWith);
  const expires = renewalOf(chosen, now);
  aside = undefined;
  record = {
    granted: chosen,
    inForce: chosen,
    decidedAt,
    expires,
    // Only a question's answer is a new consent.
    consentEnds: byPerson && !isOptOut() ? expires : former?.consentEnds,
    version: banner.version,
    source: byPerson ? "banner" : "gpc",
    underSignal: signalled(),
    // Accepting all of a question is consent to what the law exempts, too.
    leftOn:
      asked && acceptsAll && !isOptOut()
        ? []
        : chosen.filter((id) => lawful(id) && !consented(id)),
    limitSensitive: view.limits() ?? former?.limitSensitive,
    receiptId: "",
    sharedWith,
  };
  writeRecord(record);
  apply(chosen);
  const body = {
    action: chosen.length === 0 ? "reject_all" : acceptsAll ? "accept_all" : "custom",
    source: record.source,
    regime: banner.regime,
    ...(banner.rule && { ruleId: banner.rule.id, ruleVersion: banner.rule.version }),
    ...(record.limitSensitive !== undefined && { limitSensitive: record.limitSensitive }),
    // A decision by the browser's signal has no wording.
    ...(byPerson && { bannerVersion: banner.version, bannerLocale: banner.locale, surface }),
  };
  for (const id of CATEGORIES) body[id] = chosen.includes(id);
  const sent = post(body, decidedAt);
  if (byPerson) view.decided();
  announceChange(state());
  const forgotten = forgetRefused();
  if (withdrawn && (banner.reloadOnWithdrawal || "reload" in tag.dataset)) {
    // If it has not been sent by then, it is sent after the reload.
    const late = new Promise((done) => setTimeout(done, 2000));
    Promise.race([Promise.all([sent, forgotten]), late]).then(() => location.reload());
  }
}

/** Records the signal's refusal, once. Returns whether this call did. */
function honourSignal() {
  const refused = offered().filter((id) => banner.gpc !== "marketing" || id === "marketing");
  const nothingToGiveUp = record
    ? record.underSignal || !current().some((id) => refused.includes(id))
    : !refused.length;
  if (!signalled() || nothingToGiveUp) return false;
  decide(
    current().filter((id) => !refused.includes(id)),
    "gpc",
  );
  return true;
}

/**
 * Extends an objection under an opt-out law, because it holds until the visitor withdraws it. The
 * objection of a signal is only extended while the signal is sent. Consent still ends when it would have.
 */
function extendObjection() {
  if (!record || !isOptOut() || isAhead(record)) return;
  const isObjection = record.limitSensitive || offered().some((id) => !record.granted.includes(id));
  if (!isObjection || (record.source === "gpc" && !signalled())) return;
  record.expires = Math.max(record.expires, renewalOf(record.inForce, Date.now()));
  writeRecord(record);
}

/** Whether the response is a banner that can be shown. Anything else is ignored. */
function usable(content) {
  const { categories, texts } = content;
  content.categories = categories.filter(({ id }) => CATEGORIES.includes(id));
  return (
    content.categories.length &&
    ["title", "description", "accept", "reject", "customise", "save", "reopen"].every(
      (name) => typeof texts[name] === "string",
    )
  );
}

function locale() {
  const tags = [document.documentElement.lang, navigator.language, "en"];
  return tags.find((name) => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i.test(name));
}

async function ask(path) {
  const { href, origin } = new URL(publicUrl(`domains/${domainId}/${path}`));
  const response = await fetch(href, { credentials: "omit" }).catch(() => null);
  // Every origin can read the service's explanation of a refusal.
  const body = await response?.json();
  if (response?.ok) return body;
  // A page that is being closed has no time for it.
  setTimeout(
    warn,
    500,
    body?.detail || `No answer from ${origin}. Is it up, and in connect-src?`,
    ...(body?.errors || []),
  );
  throw body;
}

async function loadBanner() {
  // Of a page that is prerendered, nobody may ever see anything.
  if (builtIn("prerendering")) {
    await new Promise((next) => document.addEventListener("prerenderingchange", next));
  }
  rule = await ask("rule");
  const content = await ask(`banner?locale=${locale()}&rule=${rule.id}`);
  if (!usable(content)) return;
  if (content.rule?.texts) choices = await more().catch(() => {});
  // The script may run in the head, before there is a body.
  while (!builtIn("body")) await new Promise((next) => setTimeout(next, 20));
  banner = content;
  const announced = record;
  if (!refresh() && latest()) weigh(latest());
  extendObjection();
  view = build(banner, decide, () => ({ granted, record, signalled: signalled() }), choices);
  mount(view);
  choices?.tellPlatform(banner);
  // The signal is applied before anything is shown. A held domain has only earlier decisions.
  const honoured = (record || !banner.held) && honourSignal();
  if (!honoured) {
    const now = current();
    const changed = `${now}` !== `${granted}`;
    if (changed) apply(now);
    else tellOthers();
    if (announced && (changed || record !== announced)) announceChange(state());
    forgetRefused();
  }
  if (banner.held) {
    // Does not ask. Visitors who decided earlier can still withdraw.
    if (record) view.rest();
  } else if (honoured) view.notice();
  else if ((record && !outdated(record)) || banner.rule?.model === "opt_out" || view.informed()) view.rest();
  else {
    view.ask();
    if (banner.countImpressions) {
      quietly(() => navigator.sendBeacon(publicUrl(`domains/${domainId}/impressions`)));
    }
  }
}

/** Applies a decision that was made in another tab, or while this page was in the back-forward cache. */
function takeOver() {
  if (builtIn("hidden") || !refresh()) return;
  apply(current());
  if (record) view?.decided();
  announceChange(state());
  if (banner) forgetRefused();
}

/** `window.consent.set`: a decision from the page's own interface. */
async function set(choice) {
  await loading;
  if (banner.held && !record) return;
  const ids = choice === "accept_all" ? offered() : choice === "reject_all" && [];
  if (!ids) {
    const given = Object(choice);
    const named = CATEGORIES.filter((id) => (given[id] ?? null) !== null);
    // Texts such as "denied" are no decision, and neither is an object that names no category.
    const isDecision = named.length && named.every((id) => typeof given[id] === "boolean");
    const known = [...CATEGORIES, "necessary"];
    if (!isDecision || !Object.keys(given).every((name) => known.includes(name))) {
      warn("consent.set does not know", choice);
    }
    if (!isDecision) return;
  }
  decide(
    ids || offered().filter((id) => choice[id] ?? granted.includes(id)),
    "api",
    ids,
  );
}

/** `window.consent.show`: opens the categories, as the small button does. */
async function show() {
  await loading;
  if (!banner.held || record) view.open();
}

async function start() {
  denyByDefault();
  watch();
  refresh();
  if (record || current().length) apply(current());
  if (latest()) writeRecord(latest());
  loading = loadBanner();
  receiptsGoTo((at, receiptId) => {
    const stored = readRecord();
    // A late receipt may belong to a decision that has changed since, here or in another tab.
    for (const decision of [latest(), stored]) {
      if (decision?.decidedAt === at) decision.receiptId = receiptId;
    }
    if (stored?.receiptId === receiptId) writeRecord(stored);
    view?.refreshProof();
  });
  installApi(state, set, show);
  if (record) announceReady(state());
  resend();
  for (const event of ["pagehide", "online"]) addEventListener(event, resend);
  for (const event of ["pageshow", "visibilitychange", "focus", "storage"]) {
    addEventListener(event, takeOver);
  }
  addEventListener("load", tellOthers);
  await loading.finally(() => announceReady(state()));
}

// A page may contain the tag twice. But its own variable or frame may have that name, too.
const isStarted = quietly(() => window.consent.version && window.consent.onChange);
if (!domainId) warn("The tag has no src or data-domain. Copy it again.");
// What the service refuses has no stack, and `ask` has explained it. A page that is being closed has no time.
else if (!isStarted) start().catch((error) => error?.stack && setTimeout(warn, 500, error));
