// What other tags on the page are told: Google Consent Mode v2.

import { quietly, tag } from "./tag.js";

const STORAGES = {
  analytics: ["analytics_storage"],
  marketing: ["ad_storage", "ad_user_data", "ad_personalization"],
  preferences: ["functionality_storage", "personalization_storage"],
};

/**
 * Hands a gtag command to the template of Tag Manager, where that loaded us (integrations/gtm), else
 * pushes it. gtag.js reads `arguments` objects alone and ignores arrays.
 */
function gtag() {
  // The page's tags may stand in for `push`, and fail: a decision must outlive that.
  quietly(() =>
    typeof consentGtm === "function"
      ? consentGtm(...arguments)
      : (window.dataLayer ||= []).push(arguments),
  );
}

function storages(granted) {
  const told = {};
  for (const id in STORAGES) {
    for (const name of STORAGES[id]) told[name] = granted.includes(id) ? "granted" : "denied";
  }
  return told;
}

/** Denies everything before anything is known; other tags wait half a second for the update. */
export function denyByDefault() {
  // The stub may have done so: there is one default.
  const isDone = quietly(() => window.dataLayer.some((each) => each[1] === "default"));
  if (!isDone) {
    gtag("consent", "default", {
      ...storages([]),
      security_storage: "granted",
      wait_for_update: 500,
    });
  }
  for (const name of ["url_passthrough", "ads_data_redaction"]) {
    if (name in tag.dataset) gtag("set", name, true);
  }
}

/** Tells what is granted now, such as `["analytics"]`, and then Tag Manager's triggers. */
export function tellGranted(granted) {
  gtag("consent", "update", storages(granted));
  const consent = {};
  for (const id in STORAGES) consent[id] = granted.includes(id);
  quietly(() => window.dataLayer.push({ event: "consent_update", consent }));
}
