// The second file: what opt-out laws ask for, the other tags' signals, and what is removed after a
// refusal. It imports nothing: the first file passes the few functions that both use.

const { handOver, src, nonce } = document.currentScript;
const BLUE = "#06f";

/** Creates an SVG element. */
function drawn(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

const stroke = (colour, d) =>
  drawn("path", { d, fill: "none", stroke: colour, "stroke-width": 1.5, "stroke-linecap": "round" });

/** The icon of 11 CCR §7015: a pill with a tick and a cross. */
const icon = () =>
  drawn(
    "svg",
    { viewBox: "0 0 30 14", width: 30, height: 14, "aria-hidden": true },
    drawn("path", { fill: "#fff", d: "M7 .5h16a6.5 6.5 0 0 1 0 13H7a6.5 6.5 0 0 1 0-13" }),
    drawn("path", {
      fill: BLUE,
      d: "M23 0H7a7 7 0 0 0 0 14h16a7 7 0 0 0 0-14M1.2 7A5.8 5.8 0 0 1 7 1.2h10.3l-2.7 11.6H7A5.8 5.8 0 0 1 1.2 7",
    }),
    stroke(BLUE, "m4.5 7 2.5 2.6L11.8 4.3"),
    stroke("#fff", "m19.5 4.5 5 5m0-5-5 5"),
  );

/** Gives a button the text and icon that the law requires. */
function link(button, rule) {
  button.textContent = rule.texts.link;
  if (rule.links.includes("privacy_choices")) button.append(" ", icon());
}

/**
 * Creates the switches of an opt-out law in place of the category `marketing`, and shows whether the
 * signal's objection is in force. `choice` creates a row, `make` an element.
 */
function switches({ rule, offered, granted, record, signalled, choice, make }) {
  const { texts, links } = rule;
  const rows = make("div", {});
  const inner = make("input", { type: "checkbox", id: "marketing", hidden: true });
  const sold = offered.find(({ id }) => id === "marketing");
  if (sold) {
    const objection = choice("objection", texts.optOut, sold.description);
    const [input] = objection.getElementsByTagName("input");
    const follow = () => (inner.checked = !input.checked);
    input.checked = !granted.includes("marketing");
    input.onchange = follow;
    follow();
    if (signalled && input.checked) {
      rows.append(make("p", { className: "signal", textContent: texts.inForce }));
    }
    rows.append(objection, inner);
  }
  if (links.includes("limit_sensitive")) {
    const limit = choice("limit", texts.limitSensitive, "");
    limit.getElementsByTagName("input")[0].checked = !!record?.limitSensitive;
    rows.append(limit);
  }
  return rows;
}

/** Uncovers the focused element if the question or the small button covers it (WCAG 2.4.11). */
function uncover(target, layer) {
  const isCovered = () => {
    const covered = target.getBoundingClientRect();
    const cover = layer.getBoundingClientRect();
    return (
      covered.bottom > cover.top &&
      covered.top < cover.bottom &&
      covered.right > cover.left &&
      covered.left < cover.right
    );
  };
  if (!layer.isConnected || !isCovered()) return;
  if (layer.localName === "button") {
    const up = target.getBoundingClientRect().top - layer.getBoundingClientRect().bottom - 8;
    layer.style.translate = `0 ${up}px`;
    target.addEventListener("blur", () => (layer.style.translate = ""), { once: true });
    return;
  }
  const upper = layer.classList.contains("top");
  target.scrollIntoView({ block: upper ? "end" : "start", behavior: "instant" });
  // The page cannot scroll beyond its end.
  if (isCovered()) layer.classList.toggle("top");
}

const sent = {};

/** Notifies a tag if something has changed for it. */
function once(name, value, tell) {
  const text = JSON.stringify(value);
  if (!window[name] || sent[name] === text) return;
  sent[name] = text;
  try {
    tell(window[name], value);
  } catch {
    // Errors of a tag must not stop this script.
  }
}

/**
 * Tells the supported tags on the page what is granted. `known` says that this is final for the page:
 * denying at first can be undone, but making a tag forget a consent cannot.
 */
function tell(granted, decided, known) {
  const word = (id) => (granted.includes(id) ? "granted" : "denied");
  const ads = word("marketing");
  once("uetq", { ad_storage: ads }, (queue, value) => {
    if (!sent.uetDefault) queue.push("consent", "default", { ad_storage: "denied" });
    sent.uetDefault = true;
    queue.push("consent", "update", value);
  });
  once("clarity", { ad_Storage: ads, analytics_Storage: word("analytics") }, (clarity, value) =>
    clarity("consentv2", value),
  );
  once("fbq", ads, (fbq) => fbq("consent", ads === "granted" ? "grant" : "revoke"));
  if (!known) return;
  once("_paq", word("analytics"), (queue, value) => {
    const yes = value === "granted";
    queue.push([yes ? "setCookieConsentGiven" : "forgetCookieConsentGiven"]);
    queue.push([yes ? "setConsentGiven" : "forgetConsentGiven"]);
  });
  // It remembers the consent of an earlier visit.
  if (!decided) return;
  const choices = {
    analytics: granted.includes("analytics"),
    marketing: granted.includes("marketing"),
    preferences: granted.includes("preferences"),
    sale_of_data: granted.includes("marketing"),
  };
  once("Shopify", choices, (shopify) =>
    shopify.loadFeatures?.(
      [{ name: "consent-tracking-api", version: "0.1" }],
      (error) => error || shopify.customerPrivacy.setTrackingConsent(choices, () => {}),
    ),
  );
}

/** Loads the Global Privacy Platform if the domain enables it. */
function tellPlatform({ rule, categories }) {
  const section = rule?.gpp;
  // If no section applies, it is only needed if the page has the stub.
  if (!section || (section === "none" && !window.__gpp)) return;
  const element = document.createElement("script");
  element.src = new URL("gpp.js?v=GPP_DIGEST", src).href;
  element.nonce = nonce;
  element.gpp = {
    section,
    sells: categories.some(({ id }) => id === "marketing"),
    limits: rule.links.includes("limit_sensitive"),
    // The national section requires the Multi-State Privacy Agreement.
    signed: section === "usnat",
  };
  Reflect.get(Document.prototype, "head", document).append(element);
}

/** Whether `name` matches `pattern`. Not a regular expression: one with many `*` can take exponential time. */
function fits(name, pattern) {
  const parts = pattern.split("*");
  const last = parts.pop();
  if (!parts.length) return name === last;
  const end = name.length - last.length;
  let at = 0;
  let number = 0;
  // Not `entries()`, which Prototype replaces.
  for (const part of parts) {
    at = number++ ? name.indexOf(part, at) : name.startsWith(part) - 1;
    if (at < 0) return false;
    at += part.length;
  }
  return at <= end && name.endsWith(last);
}

/**
 * Removes the cookies and the entries of both storages that `patterns` name, of this host and of
 * those above it.
 */
function forget(patterns) {
  const named = (name) =>
    !/^consent(:|_choice$)/.test(name) && patterns.some((pattern) => fits(name, pattern));
  const labels = location.hostname.split(".");
  const steps = location.pathname.split("/");
  const paths = steps.flatMap((_, last) => {
    const path = steps.slice(0, last + 1).join("/");
    return [path || "/", `${path}/`];
  });
  // Markup may have taken the name.
  const jar = typeof document.cookie === "string" ? document : Document.prototype;
  for (const pair of Reflect.get(jar, "cookie", document).split("; ")) {
    const [name] = pair.split("=", 1);
    if (!named(name)) continue;
    for (let from = -1; from < labels.length; from++) {
      for (const path of paths) {
        const cookie =
          `${name}=; Path=${path}; Expires=${new Date(0).toUTCString()}` +
          (location.protocol === "https:" ? "; Secure" : "") +
          (from < 0 ? "" : `; Domain=${labels.slice(from).join(".")}`);
        // A partitioned cookie (CHIPS) is another one than that of the same name.
        for (const kind of ["", "; Partitioned"]) Reflect.set(jar, "cookie", cookie + kind, document);
      }
    }
  }
  for (const kind of ["localStorage", "sessionStorage"]) {
    quietly(() =>
      Object.keys(window[kind])
        .filter(named)
        .forEach((name) => window[kind].removeItem(name)),
    );
  }
}

function quietly(work) {
  try {
    work();
  } catch {
    // Storage may be blocked.
  }
}

handOver({ link, switches, uncover, tell, tellPlatform, forget });
