// Shows on the demo page what any page can learn from window.consent (docs/banner.md).
"use strict";

// The stub's queue: the banner's script may come later than this one.
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

window.consent.ready(show);
window.consent.onChange((state) => {
  show(state);
  // The receipt comes a moment after the decision.
  const timer = setInterval(() => show(window.consent.get()), 300);
  setTimeout(() => clearInterval(timer), 5000);
});
