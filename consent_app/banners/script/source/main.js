// The course of a page view, from the first denied default to a receipt.

import { announceChange, announceReady, installApi } from "./api.js";
import { post, receiptsGoTo, resend } from "./outbox.js";
import { endSharedRecord, expiryOf, readRecord, writeRecord } from "./record.js";
import { denyByDefault, tellGranted } from "./signals.js";
import { CATEGORIES, domainId, privacySignal, publicUrl } from "./tag.js";
import { build } from "./view.js";

let banner;
let view;
let record;
let granted = [];
let loading;

/** The state that `window.consent.get()` and every callback is given. */
function state() {
  const told = {
    decided: !!record,
    source: record?.source || null,
    decidedAt: record ? new Date(record.decidedAt).toISOString() : null,
    receiptId: record?.receiptId || null,
    regime: banner?.regime || null,
    gpc: privacySignal(),
  };
  for (const id of CATEGORIES) told[id] = granted.includes(id);
  return Object.freeze(told);
}

function apply(next) {
  granted = next;
  tellGranted(granted);
}

const offered = () => banner.categories.map(({ id }) => id);

/** Takes a decision: applied at once, kept in the cookie, and sent to the service. */
function decide(wanted, surface) {
  // A held banner takes withdrawals alone.
  const possible = banner.held ? granted : offered();
  const chosen = possible.filter((id) => wanted.includes(id));
  const byPerson = surface !== "gpc";
  // Two decisions never share an instant: it is by this that a receipt finds its decision.
  const now = Date.now();
  const decidedAt = now + (now === record?.decidedAt);
  const sharedWith = banner.shareSubdomains ? banner.hostname : "";
  if (record?.sharedWith && !sharedWith) endSharedRecord(record.sharedWith);
  record = {
    granted: chosen,
    decidedAt,
    expires: expiryOf(decidedAt, banner.renewAfterMonths || 12),
    version: banner.version,
    source: byPerson ? "banner" : "gpc",
    underSignal: privacySignal(),
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
    // No wording was shown to a browser that answered by itself.
    ...(byPerson && { bannerVersion: banner.version, bannerLocale: banner.locale, surface }),
  };
  for (const id of CATEGORIES) body[id] = chosen.includes(id);
  post(body, decidedAt);
  if (byPerson) view.decided();
  announceChange(state());
}

/** Gives up what the signal refuses, once. Returns whether that was now. */
function honourSignal() {
  const refused = offered().filter((id) => banner.gpc !== "marketing" || id === "marketing");
  const nothingToGiveUp = record
    ? record.underSignal || !granted.some((id) => refused.includes(id))
    : refused.length === 0;
  if (!privacySignal() || nothingToGiveUp) return false;
  decide(
    granted.filter((id) => !refused.includes(id)),
    "gpc",
  );
  return true;
}

/** Whether the answer is a banner that can be shown: anything else leaves the page alone. */
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

async function loadBanner() {
  const address = publicUrl(`domains/${domainId}/banner?locale=${locale()}`);
  const response = await fetch(address, { credentials: "omit" });
  if (!response.ok) return;
  const answer = await response.json();
  if (!usable(answer)) return;
  // In the head, and loaded before the body began.
  while (!document.body) await new Promise((next) => setTimeout(next, 20));
  banner = answer;
  view = build(banner, decide, () => ({ granted, record }));
  if (banner.held) {
    // Asks nobody; who decided earlier can still withdraw.
    if (record) view.rest();
    return;
  }
  if (!record && banner.regime === "opt_out") apply(offered());
  if (honourSignal()) view.notice();
  else if (record) view.rest();
  else view.ask();
}

/** Takes over what was decided in another tab, or before this page came back from the cache. */
function takeOver() {
  const found = readRecord();
  if (!found || document.hidden || found.decidedAt <= (record?.decidedAt || 0)) return;
  record = found;
  apply(found.granted);
  view?.decided();
  announceChange(state());
}

/** `window.consent.set`: a decision taken in the page's own interface. */
async function set(choice) {
  await loading;
  if (banner.held && !record) return;
  const wanted = { accept_all: offered(), reject_all: [] }[choice];
  decide(
    wanted || offered().filter((id) => choice[id] ?? granted.includes(id)),
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
  record = readRecord();
  if (record) {
    writeRecord(record);
    apply(record.granted);
  }
  loading = loadBanner().catch(() => {});
  receiptsGoTo((at, receiptId) => {
    // A receipt that comes late may be of a decision that was changed since.
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
  await loading;
  announceReady(state());
}

// A page may hold the tag twice.
if (domainId && !window.consent?.version) start().catch(() => {});
