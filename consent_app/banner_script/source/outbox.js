// Decisions on their way to the service. Each is kept with its Idempotency-Key until its receipt
// comes, so that a page left early or a service that is away loses none and doubles none.

import { domainId, publicUrl, quietly } from "./tag.js";

const KEY = `consent:${domainId}`;
const LONGEST = 20;
const inFlight = new Set();
let inMemory = {};
let storageRefused = false;
let lastSent = Promise.resolve();
let retries = 0;
let onReceipt = () => {};

/** Calls `callback(at, receiptId)` for each decision recorded; `at` is when it was made (ms). */
export const receiptsGoTo = (callback) => (onReceipt = callback);

function load() {
  const stored = !storageRefused && quietly(() => JSON.parse(localStorage.getItem(KEY)));
  const kept = stored || inMemory;
  const queue = Array.isArray(kept.queue) ? kept.queue : [];
  return { queue: queue.filter((entry) => entry?.key && entry.at > 0), proof: kept.proof };
}

function save(kept) {
  inMemory = kept;
  storageRefused = !quietly(() => {
    localStorage.setItem(KEY, JSON.stringify({ v: 1, ...kept }));
    return true;
  });
}

/**
 * Keeps the decision made `at` (ms since 1970) and sends it as soon as no other is under way.
 * What it gives is settled when that was tried.
 */
export function post(body, at) {
  const kept = load();
  const entry = { key: uuid(), at, body };
  save({ ...kept, queue: [...kept.queue, entry].slice(-LONGEST) });
  // One after the other: the later decision names the receipt of the former.
  lastSent = lastSent.then(() => send(entry));
  return lastSent;
}

/** Sends again whatever has no receipt yet. */
export function resend() {
  for (const entry of load().queue) send(entry);
}

async function send(entry) {
  const waits = load().queue.some(({ key }) => key === entry.key);
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
        // The receipt's own time is the service's; ours matters only where it comes late.
        ...(Date.now() - entry.at > 1000 && { decidedAt: new Date(entry.at).toISOString() }),
        ...(proof && { formerReceiptId: proof.id, formerProofToken: proof.token }),
      }),
    });
    const { status } = response;
    if (status === 201) {
      const { id, proofToken } = await response.json();
      if (!proofToken) throw status;
      settle(entry, { id, token: proofToken });
      onReceipt(entry.at, id);
    } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // Refused for good: no repeat will be taken.
      settle(entry);
    } else throw status;
  } catch {
    if (retries < 4) setTimeout(resend, 4000 * 4 ** retries++);
  }
  inFlight.delete(entry.key);
}

function settle(entry, proof) {
  const kept = load();
  save({
    queue: kept.queue.filter((other) => other.key !== entry.key),
    proof: proof || kept.proof,
  });
}

/**
 * Returns a random UUID of version 4 (120 bits; RFC 9562 lets two more vary). `crypto.randomUUID` is
 * missing on pages that came over plain http.
 */
const uuid = () =>
  "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16),
  );
