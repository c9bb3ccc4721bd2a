// Runs in the editor's frame, which has an opaque origin and no network access. The real script gets
// the banner that the editor sent, and its requests are answered here.
"use strict";

(() => {
  /** @type {any} */
  let banner;
  let cookie = "";
  // An opaque origin has no storage and no cookies.
  Object.defineProperty(document, "cookie", {
    get: () => cookie,
    set: (/** @type {string} */ text) => (cookie = text.split(";")[0] ?? ""),
  });
  navigator.sendBeacon = () => true;
  window.fetch = async (address) => {
    const { pathname } = new URL(String(address));
    if (pathname.endsWith("/banner")) return new Response(JSON.stringify(banner));
    const rule = { id: banner.rule.id, version: banner.rule.version, basis: "place", gpc: false };
    if (pathname.endsWith("/rule")) return new Response(JSON.stringify(rule));
    const receipt = { id: "00000000-0000-7000-8000-000000000000", proofToken: "" };
    return new Response(JSON.stringify(receipt), { status: 201 });
  };
  addEventListener("message", (event) => {
    if (event.source !== parent || banner) return;
    banner = event.data.banner;
    document.documentElement.lang = banner.locale;
    document.documentElement.dir = banner.direction;
    document.documentElement.classList.toggle("dark", event.data.dark);
    const tag = document.createElement("script");
    tag.src = "/v1/public/banner.js";
    tag.dataset.domain = banner.domainId;
    document.head.append(tag);
  });
  addEventListener("DOMContentLoaded", () => parent.postMessage("ready", "*"));
})();
