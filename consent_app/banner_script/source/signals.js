// Signals for other tags on the page: Google Consent Mode v2.

import { CATEGORIES, quietly, tag } from "./tag.js";

const STORAGES = {
  analytics: ["analytics_storage"],
  marketing: ["ad_storage", "ad_user_data", "ad_personalization"],
  preferences: ["functionality_storage", "personalization_storage"],
};

/**
 * Passes a gtag command to Tag Manager's template if it loaded this script (integrations/gtm), otherwise
 * pushes it. gtag.js only reads `arguments` objects and ignores arrays.
 *
 * @type {(...values: any[]) => void}
 */
function gtag() {
  // Tags may have replaced `push`, and may fail. That must not prevent the decision.
  quietly(() =>
    typeof consentGtm === "function"
      ? consentGtm(...arguments)
      : (window.dataLayer ||= []).push(arguments),
  );
}

function storages(granted) {
  const result = {};
  // Not `in`: a page may have added to the prototype of all objects.
  for (const id of CATEGORIES) {
    for (const name of STORAGES[id]) result[name] = granted.includes(id) ? "granted" : "denied";
  }
  return result;
}

/** Denies everything before anything is known; other tags wait half a second for the update. */
export function denyByDefault() {
  // Unless the stub has: there must be only one default. The page's own for some regions is none for
  // the others, and in its regions it takes precedence over ours.
  const isDone = quietly(() =>
    window.dataLayer.some(
      (entry) => entry?.[0] === "consent" && entry[1] === "default" && !entry[2].region,
    ),
  );
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

/** Reports what is granted now, such as `["analytics"]`, and then fires Tag Manager's triggers. */
export function tellGranted(granted) {
  gtag("consent", "update", storages(granted));
  const consent = {};
  for (const id of CATEGORIES) consent[id] = granted.includes(id);
  quietly(() => window.dataLayer.push({ event: "consent_update", consent }));
}
