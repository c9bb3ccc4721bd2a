// Decisions on their way to the service. Each is stored with its Idempotency-Key until its receipt
// arrives, so that none is lost or recorded twice if the page is closed or the service is down.

import { domainId, publicUrl, quietly } from "./tag.js";

const KEY = `consent:${domainId}`;
const LONGEST = 20;
const inFlight = new Set();
let inMemory = {};
let storageRefused;
let lastSent = Promise.resolve();
let retries = 0;
/** @type {(at: number, receiptId: string) => void} */
let onReceipt = () => {};

/** Calls `callback(at, receiptId)` for each decision recorded; `at` identifies it. */
export const receiptsGoTo = (callback) => (onReceipt = callback);

function load() {
  const stored = !storageRefused && quietly(() => JSON.parse(localStorage.getItem(KEY)));
  const value = stored || inMemory;
  const queue = Array.isArray(value.queue) ? value.queue : [];
  return { queue: queue.filter((entry) => entry?.key && entry.at > 0), proof: value.proof };
}

function save(value) {
  inMemory = value;
  storageRefused = !quietly(() => {
    localStorage.setItem(KEY, JSON.stringify({ v: 1, ...value }));
    // Old versions of Prototype have JSON store arrays as strings.
    return JSON.parse(localStorage.getItem(KEY)).queue.filter;
  });
}

/**
 * Stores the decision that `at` (ms since 1970) identifies, and sends it when no other is being sent.
 * The promise resolves after the attempt.
 */
export function post(body, at) {
  const value = load();
  // A decision after one that was made when the clock was ahead has a later time than the clock.
  const entry = { key: uuid(), at, made: Math.min(at, Date.now()), body };
  save({ ...value, queue: [...value.queue, entry].slice(-LONGEST) });
  // One at a time, because a later decision names the receipt of the former.
  lastSent = lastSent.then(() => send(entry));
  return lastSent;
}

/** Sends every decision that has no receipt yet. */
export function resend(event) {
  for (const entry of load().queue) {
    // A page that is being left has no time to send them one at a time.
    if (event?.type === "pagehide") send(entry);
    else lastSent = lastSent.then(() => send(entry));
  }
}

async function send(entry) {
  const waits = load().queue.some(({ key }) => key === entry.key);
  // Before there was `made`, `at` was the time of the clock.
  const made = entry.made || entry.at;
  if (!waits || inFlight.has(entry.key)) return;
  inFlight.add(entry.key);
  try {
    const { proof } = load();
    const response = await fetch(publicUrl(`domains/${domainId}/consents`), {
      method: "POST",
      keepalive: true,
      credentials: "omit",
      headers: { "Content-Type": "application/json", "Idempotency-Key": entry.key },
      body: JSON.stringify({
        ...entry.body,
        // The service sets the receipt's time; ours is only sent with a late report.
        ...(Date.now() - made > 1000 && { decidedAt: new Date(made).toISOString() }),
        ...(proof && { formerReceiptId: proof.id, formerProofToken: proof.token }),
      }),
    });
    const { status } = response;
    if (status === 201) {
      const { id, proofToken } = await response.json();
      if (!proofToken) throw status;
      onReceipt(entry.at, id);
      // Other windows see that it has changed, and read what the receipt's callback has stored.
      settle(entry, { id, token: proofToken });
    } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // Refused permanently: repeating would not help.
      settle(entry);
    } else throw status;
  } catch {
    if (retries < 4) setTimeout(resend, 4000 * 4 ** retries++);
  }
  inFlight.delete(entry.key);
}

function settle(entry, proof) {
  const value = load();
  save({
    queue: value.queue.filter((item) => item.key !== entry.key),
    proof: proof || value.proof,
  });
}

/**
 * Returns a random UUID of version 4 (120 bits; RFC 9562 lets two more vary). `crypto.randomUUID` is
 * missing on pages served over plain http.
 */
const uuid = () =>
  "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16),
  );
