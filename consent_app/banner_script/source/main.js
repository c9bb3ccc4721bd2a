// What happens during a page view, from the denied default to a receipt.

import { announceChange, announceReady, installApi } from "./api.js";
import { mount, permit, watch } from "./blocking.js";
import { more } from "./loader.js";
import { post, receiptsGoTo, resend } from "./outbox.js";
import { endRecord, expiryOf, readRecord, writeRecord } from "./record.js";
import { denyByDefault, tellGranted } from "./signals.js";
import { CATEGORIES, domainId, privacySignal, publicUrl, quietly, tag, warn } from "./tag.js";
import { build } from "./view.js";

let banner;
let rule;
let choices;
let view;
let record;
/** A decision that does not count: under the visitor's rule, before the rule is known, or no longer. */
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
    limitSensitive: !!record?.limitSensitive,
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
    .then(({ tell }) => tell(granted, !!(record || aside)))
    .catch(() => {});
}

/** Removes what the services of refused categories have stored, including since the last visit. */
function forgetRefused() {
  const patterns = banner.categories
    .filter(({ id }) => !granted.includes(id))
    .flatMap((category) => [category, ...(category.services || [])])
    .flatMap((entry) => entry.patterns || []);
  const stored =
    quietly(() => document.cookie.includes("; ")) ||
    quietly(() => localStorage.length > 1 || sessionStorage.length);
  if (!record || !patterns.length || !stored) return undefined;
  return more()
    .then(({ forget }) => forget(patterns))
    .catch(() => {});
}

const offered = () => banner.categories.map(({ id }) => id);

const isOptOut = () => banner?.regime === "opt_out";

/** The categories that are granted without asking, until the visitor objects. */
const open = () =>
  offered().filter(
    (id) =>
      (isOptOut() || banner.rule?.exempt.includes(id)) &&
      (!aside?.optOut || aside.granted.includes(id)),
  );

/** Returns when a decision that grants `chosen` expires if it is made or confirmed at `time`. */
const renewalOf = (chosen, time) =>
  expiryOf(
    time,
    (chosen.length < offered().length && banner.renewAfterRefusalMonths) ||
      banner.renewAfterMonths ||
      12,
  );

/**
 * Reads the stored decision if it is newer than `record` and counts. What was left on under an
 * opt-out law is no consent elsewhere, and a grant does not count against a new privacy signal until
 * the banner says what the signal refuses. Returns whether the decision is to be applied.
 */
function restore() {
  const stored = readRecord();
  if (!stored || stored.decidedAt <= (record?.decidedAt || 0)) return false;
  const counts =
    !stored.granted.length ||
    (stored.optOut ? isOptOut() : banner || stored.underSignal || !privacySignal());
  aside = counts ? undefined : stored;
  if (!counts) return false;
  record = stored;
  granted = stored.granted;
  return true;
}

/** Handles a decision: applies it, stores it in the cookie, and sends it to the service. */
function decide(ids, surface) {
  // A held banner only accepts withdrawals.
  const possible = banner.held ? granted : offered();
  const chosen = possible.filter((id) => ids.includes(id));
  const byPerson = surface !== "gpc";
  // Each decision has its own instant, which identifies it when its receipt arrives.
  const now = Date.now();
  const decidedAt = now + +(now === record?.decidedAt);
  const sharedWith = banner.shareSubdomains ? banner.hostname : "";
  const withdrawn = granted.some((id) => !chosen.includes(id));
  if (record?.sharedWith && !sharedWith) endRecord(record.sharedWith);
  record = {
    granted: chosen,
    decidedAt,
    expires: renewalOf(chosen, decidedAt),
    version: banner.version,
    source: byPerson ? "banner" : "gpc",
    underSignal: signalled(),
    optOut: isOptOut(),
    limitSensitive: view.limits(),
    receiptId: "",
    sharedWith,
  };
  writeRecord(record);
  apply(chosen);
  const body = {
    action:
      chosen.length === 0
        ? "reject_all"
        : chosen.length === offered().length
          ? "accept_all"
          : "custom",
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

/** Whether the decision is about a version that a material change has replaced. */
const outdated = () => record?.source === "banner" && record.version < banner.materialSince;

/** Ends a decision about a replaced version, except an objection to what is granted without asking. */
function endOutdated() {
  if (isOptOut()) return;
  for (const host of ["", record.sharedWith]) endRecord(host);
  aside = record;
  record = undefined;
  apply(open());
  announceChange(state());
}

/** Records the signal's refusal, once. Returns whether this call did. */
function honourSignal() {
  const refused = offered().filter((id) => banner.gpc !== "marketing" || id === "marketing");
  const nothingToGiveUp = record
    ? record.underSignal || !granted.some((id) => refused.includes(id))
    : !refused.length;
  if (!signalled() || nothingToGiveUp) return false;
  decide(
    (record ? granted : open()).filter((id) => !refused.includes(id)),
    "gpc",
  );
  return true;
}

/** Extends an objection where the law is opt-out, because it holds until the visitor takes it back. */
function extendObjection() {
  const isObjection = record?.limitSensitive || offered().some((id) => !granted.includes(id));
  if (!record || !isOptOut() || !isObjection || (granted.length && !record.optOut)) return;
  record.expires = renewalOf(granted, Date.now());
  writeRecord(record);
}

/** Whether the response is a banner that can be shown. Anything else is ignored. */
function usable(answer) {
  const { categories, texts } = answer;
  answer.categories = categories.filter(({ id }) => CATEGORIES.includes(id));
  return (
    answer.categories.length > 0 &&
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
  const answer = await response?.json();
  if (response?.ok) return answer;
  // A page that is being closed has no time for it.
  setTimeout(
    warn,
    500,
    answer?.detail || `No answer from ${origin}. Is it up, and in the page's connect-src?`,
    ...(answer?.errors || []),
  );
  throw answer;
}

async function loadBanner() {
  rule = await ask("rule");
  const answer = await ask(`banner?locale=${locale()}&rule=${rule.id}`);
  if (!usable(answer)) return;
  if (answer.rule?.texts) choices = await more().catch(() => {});
  // The script may run in the head, before there is a body.
  while (!document.body) await new Promise((next) => setTimeout(next, 20));
  banner = answer;
  const restored = restore();
  extendObjection();
  view = build(banner, decide, () => ({ granted, record, signalled: signalled() }), choices);
  mount(view);
  choices?.tellPlatform(banner);
  if (banner.held) {
    // Does not ask. Visitors who decided earlier can still withdraw.
    if (record) {
      if (!honourSignal() && restored) apply(granted);
      view.rest();
    }
    forgetRefused();
    return;
  }
  const anew = outdated();
  if (anew) endOutdated();
  // The signal is applied before anything is shown.
  const honoured = honourSignal();
  if (restored && !honoured) apply(granted);
  if (!record && open().length) apply(open());
  if (!honoured) forgetRefused();
  if (honoured) view.notice();
  else if ((record && !anew) || banner.rule?.model === "opt_out" || view.informed()) view.rest();
  else {
    view.ask();
    if (banner.countImpressions) {
      quietly(() => navigator.sendBeacon(publicUrl(`domains/${domainId}/impressions`)));
    }
  }
}

/** Applies a decision that was made in another tab, or while this page was in the back-forward cache. */
function takeOver() {
  if (document.hidden || !restore()) return;
  apply(granted);
  view?.decided();
  announceChange(state());
  if (banner) forgetRefused();
}

/** `window.consent.set`: a decision from the page's own interface. */
async function set(choice) {
  await loading;
  if (banner.held && !record) return;
  const ids = { accept_all: offered(), reject_all: [] }[choice];
  const known = [...CATEGORIES, "necessary"];
  if (!ids && Object.keys(Object(choice)).some((id) => !known.includes(id))) {
    warn("consent.set does not know", choice);
  }
  // A word that is not one of the two is no decision.
  if (!ids && typeof choice !== "object") return;
  decide(
    ids || offered().filter((id) => choice[id] ?? granted.includes(id)),
    "api",
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
  if (restore()) apply(granted);
  if (record || aside) writeRecord(record || aside);
  loading = loadBanner().catch(() => {});
  receiptsGoTo((at, receiptId) => {
    // A late receipt may belong to a decision that has changed since.
    if (record?.decidedAt !== at) return;
    record.receiptId = receiptId;
    writeRecord(record);
    view?.refreshProof();
  });
  installApi(state, set, show);
  if (record) announceReady(state());
  resend();
  for (const event of ["pagehide", "online"]) addEventListener(event, resend);
  for (const event of ["pageshow", "visibilitychange"]) addEventListener(event, takeOver);
  addEventListener("load", tellOthers);
  await loading;
  announceReady(state());
}

// A page may contain the tag twice.
if (!domainId) warn("The tag has no src or data-domain. Copy it again from the domain.");
else if (!window.consent?.version) start().catch(() => {});
