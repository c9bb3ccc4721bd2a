// What other tags on the page are told: Google Consent Mode v2.

import { quietly } from "./tag.js";

const STORAGES = {
  analytics: ["analytics_storage"],
  marketing: ["ad_storage", "ad_user_data", "ad_personalization"],
  preferences: ["functionality_storage", "personalization_storage"],
};

/** Pushes a gtag command. gtag.js reads `arguments` objects alone and ignores arrays. */
function gtag() {
  // The page's tags may stand in for `push`, and fail: a decision must outlive that.
  quietly(() => (window.dataLayer = window.dataLayer || []).push(arguments));
}

function storages(granted) {
  const told = {};
  for (const id in STORAGES) {
    for (const name of STORAGES[id]) told[name] = granted.includes(id) ? "granted" : "denied";
  }
  return told;
}

/** Denies everything before anything is known; other tags wait half a second for the update. */
export const denyByDefault = () =>
  gtag("consent", "default", { ...storages([]), wait_for_update: 500 });

/** Tells what is granted now, such as `["analytics"]`. */
export const tellGranted = (granted) => gtag("consent", "update", storages(granted));
