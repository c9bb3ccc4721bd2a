// The pages that emails link to: the token is in the fragment, which no server receives, so this script
// sends it. All texts are in the page; this script only chooses the section to show.
"use strict";

const page = document.querySelector("[data-page]");
const token = new URLSearchParams(location.hash.slice(1)).get("token") || "";
let shown = "start";

const CALLS = {
  confirm: ["/v1/auth/email/verify", "/v1/auth/email/resend"],
  disown: ["/v1/auth/email/disown"],
  reset: ["/v1/auth/password-reset/confirm", "/v1/auth/password-reset/request"],
};
const [act, renew] = CALLS[page.dataset.page];

function show(state) {
  shown = state === "failed" || state === "busy" ? shown : state;
  for (const section of page.querySelectorAll("[data-state]")) {
    section.hidden = section.dataset.state !== state;
  }
  const heading = page.querySelector(`[data-state="${state}"] h1`);
  document.title = heading.textContent;
  // Moves the focus to the result, so that screen readers announce it.
  heading.focus();
}

async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
  });
  const content = response.status === 204 ? null : await response.json();
  return { ok: response.ok, status: response.status, ...(response.ok ? { value: content } : { problem: content }) };
}

// Shows when and from where the account was created, before the person confirms.
async function tellOrigin() {
  try {
    const { ok, value } = await post("/v1/auth/email/registration", { token });
    if (!ok) return;
    const { lang } = document.documentElement;
    // The reader's region decides whether the day or the month comes first.
    const region = navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang;
    value.registeredAt = new Date(value.registeredAt).toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });
    for (const place of page.querySelectorAll("[data-fact]")) {
      place.textContent = value[place.dataset.fact] || place.textContent;
    }
    for (const part of page.querySelectorAll("[data-origin]")) part.hidden = false;
  } catch {
    // The page works without it: an invalid link is reported after the button is pressed.
  }
}

// The rule that the password broke, in the page's language.
function name(errors, place) {
  const broken = errors.map((error) => error.message);
  const rules = [...place.querySelectorAll("[data-rule]")];
  const isListed = rules.some((rule) => broken.includes(rule.dataset.rule));
  for (const rule of rules) {
    rule.hidden = isListed ? !broken.includes(rule.dataset.rule) : rule.dataset.rule !== "";
  }
  const field = place.closest("form").querySelector("input");
  // Where the field gets the focus, the rule is announced as its description; else as an alert, and again, even if the
  // same rule was broken again.
  place.setAttribute("role", document.activeElement === field ? "alert" : "none");
  place.hidden = true;
  place.hidden = false;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", `hint ${place.id}`);
}

function outcome({ ok, status, problem }, form) {
  if (ok) return "done";
  if (status === 429) return "busy";
  if (problem.code === "invalid_link") return "spent";
  if (problem.code !== "validation_failed") return "failed";
  const pointers = problem.errors.map((error) => error.pointer);
  if (pointers.includes("#/token")) return "spent";
  name(problem.errors, form.querySelector("[data-refused]"));
  form.querySelector("input").focus();
  return null;
}

async function submit(form) {
  const values = Object.fromEntries(new FormData(form));
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    if (form.dataset.form === "renew") {
      const { ok, status } = await post(renew, values);
      show(ok ? "sent" : status === 429 ? "busy" : "failed");
      return;
    }
    const state = outcome(await post(act, { token, ...values }), form);
    if (state) show(state);
    // The token is used up: remove it from the address and the history.
    if (state === "done") history.replaceState(null, "", location.pathname);
  } catch {
    show("failed");
  } finally {
    button.disabled = false;
  }
}

page.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(event.target);
});
for (const button of page.querySelectorAll("[data-again]")) {
  button.addEventListener("click", () => show(shown));
}
for (const box of page.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(box.dataset.shows);
  box.addEventListener("change", () => {
    field.type = box.checked ? "text" : "password";
  });
}
// Opening another email's link in the same tab changes only the fragment.
addEventListener("hashchange", () => location.reload());

const disowning = page.querySelector("[data-disown]");
if (disowning) disowning.href = `/disown#${new URLSearchParams({ token })}`;
if (token && page.querySelector("[data-origin]")) tellOrigin();
if (token) page.querySelector('[data-state="start"] form').hidden = false;
else show("spent");
