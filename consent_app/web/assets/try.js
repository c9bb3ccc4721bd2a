// The forms of the reference: each sends its operation to this server, with the reader's input,
// and shows the response. Credentials are only kept in the page.

const SHOWN = 100_000;
const HEADERS = ["Content-Type", "Link", "Retry-After", "ETag", "X-Request-Id"];

const fields = (form, part) => [...form.querySelectorAll(`[data-part="${part}"]`)];

const request = (form) => {
  let path = form.dataset.path;
  for (const { name, value } of fields(form, "path")) {
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  const url = new URL(path, location.origin);
  for (const { name, value } of fields(form, "query")) {
    if (value !== "") url.searchParams.append(name, value);
  }
  const headers = new Headers();
  for (const { name, value } of fields(form, "header")) if (value !== "") headers.set(name, value);
  const [credential] = fields(form, "credential");
  if (credential?.value) headers.set("Authorization", `Bearer ${credential.value.trim()}`);
  const [body] = fields(form, "body");
  if (body?.value) headers.set("Content-Type", "application/json");
  return new Request(url, {
    method: form.dataset.method,
    headers,
    body: body?.value || undefined,
    credentials: "omit",
    cache: "no-store",
  });
};

const readable = (text, type) => {
  if (!/\bjson\b/.test(type) || type.includes("ndjson")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const send = async (form) => {
  const outcome = form.querySelector(".outcome");
  const result = form.querySelector(".result");
  const began = performance.now();
  try {
    const response = await fetch(request(form));
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    const shown = readable(text, response.headers.get("Content-Type") ?? "");
    const headers = HEADERS.filter((name) => response.headers.has(name));
    const parts = [];
    if (headers.length) {
      parts.push(element("pre", headers.map((name) => `${name}: ${response.headers.get(name)}`).join("\n")));
    }
    if (shown) parts.push(element("pre", shown.slice(0, SHOWN)));
    if (shown.length > SHOWN) parts.push(element("p", `The first ${SHOWN} characters of ${shown.length}.`));
    result.replaceChildren(...parts);
    // Screen readers say this part only: the response may be long.
    outcome.textContent = `${response.status} ${response.statusText}, ${took} ms`;
  } catch (error) {
    result.replaceChildren();
    outcome.textContent = `Nothing came back: ${error.message}`;
  }
};

for (const form of document.querySelectorAll(".try > form")) {
  form.parentElement.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

// A credential entered in one form is copied to the page's other forms.
document.addEventListener("change", ({ target }) => {
  if (target.dataset?.part !== "credential") return;
  const kind = target.parentElement.textContent;
  for (const other of document.querySelectorAll('[data-part="credential"]')) {
    if (other.parentElement.textContent === kind) other.value = target.value;
  }
});
