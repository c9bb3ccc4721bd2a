// Shows on the demo page what any page can learn from window.consent (docs/banner.md).
"use strict";

// The stub's queue, because the banner's script may load later than this one.
window.consent = window.consent || { q: [] };
for (const name of ["ready", "onChange"]) {
  window.consent[name] ||= (...values) => window.consent.q.push([name, ...values]);
}

function write(name, text) {
  document.querySelector(`[data-known="${name}"]`).textContent = text;
}

function show(state) {
  write("decision", state.decided ? `made by ${state.source}` : "none yet");
  for (const id of ["analytics", "marketing", "preferences"]) {
    write(id, state[id] ? "granted" : "denied");
  }
  const { receiptId } = window.consent.get();
  write("receipt", receiptId || "none yet");
}

// The receipt, which only the visitor can read, with the proof token in this browser.
async function readReceipt(receiptId) {
  const { domain } = document.querySelector("script[data-domain]").dataset;
  const { proof } = JSON.parse(localStorage.getItem(`consent:${domain}`) || "{}");
  if (proof?.id !== receiptId) return false;
  const response = await fetch(`/v1/public/consents/${receiptId}`, {
    headers: { Authorization: `Bearer ${proof.token}` },
  });
  if (!response.ok) return false;
  const place = document.getElementById("whole-receipt");
  place.querySelector("pre").textContent = JSON.stringify(await response.json(), null, 2);
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  return true;
}

window.consent.ready(show);
window.consent.onChange((state) => {
  show(state);
  // The receipt arrives a moment after the decision.
  const former = window.consent.get().receiptId;
  const until = Date.now() + 5000;
  const look = async () => {
    const { receiptId } = window.consent.get();
    show(window.consent.get());
    const isRead = receiptId && receiptId !== former && (await readReceipt(receiptId));
    if (!isRead && Date.now() < until) setTimeout(look, 300);
  };
  look();
});
