// The third file, for domains that use the IAB's Global Privacy Platform 1.1: keeps
// `window.__gpp` in step with `window.consent`. The file begins with what tools/gpp/entry.js imports and
// gpp-stub.js; source/choices.js loads it.
/* global __gppLibrary */

const { CmpApi, Sections } = __gppLibrary;
const { gpp: about } = document.currentScript;

const NOT_APPLICABLE = 0;
const YES = 1;
const NO = 2;
const [OPTED_OUT, DID_NOT_OPT_OUT] = [YES, NO];
// CMP API specification, "What is CMP ID?": 1 is for CMPs that are not registered.
const CMP_ID = 1;
const CMP_VERSION = 1;

/** The section's values, by field; undefined leaves the library's default. */
function fieldsOf({ marketing, limitSensitive, gpc }) {
  const { sells, limits, signed } = about;
  const notice = sells ? YES : NOT_APPLICABLE;
  const optOut = sells ? (marketing ? DID_NOT_OPT_OUT : OPTED_OUT) : NOT_APPLICABLE;
  const limit = limitSensitive ? OPTED_OUT : DID_NOT_OPT_OUT;
  return {
    ProcessingNotice: YES,
    SharingNotice: YES,
    SaleOptOutNotice: notice,
    SharingOptOutNotice: notice,
    TargetedAdvertisingOptOutNotice: notice,
    SaleOptOut: optOut,
    SharingOptOut: optOut,
    TargetedAdvertisingOptOut: optOut,
    SensitiveDataLimitUseNotice: limits ? YES : NOT_APPLICABLE,
    // One value for each type of sensitive data.
    SensitiveDataProcessing: limits ? (kinds) => kinds.map(() => limit) : undefined,
    MspaCoveredTransaction: signed ? YES : NO,
    MspaOptOutOptionMode: signed ? YES : NOT_APPLICABLE,
    MspaServiceProviderMode: signed ? NO : NOT_APPLICABLE,
    Gpc: gpc,
  };
}

/** Writes the current choice into the section. Returns whether it changed. */
function write(api, state) {
  const { section } = about;
  const before = api.getGppString();
  const fields = fieldsOf(state);
  // Setting the first field creates the section with the defaults of all others.
  api.setFieldValue(section, "MspaCoveredTransaction", fields.MspaCoveredTransaction);
  for (const [name, present] of Object.entries(api.getSection(section))) {
    const value = fields[name];
    if (value === undefined) continue;
    api.setFieldValue(section, name, typeof value === "function" ? value(present) : value);
  }
  return api.getGppString() !== before;
}

/** Reports whether the question or the choices are visible. */
function followDisplay(api) {
  const root = document.getElementById("visitor-choices").shadowRoot;
  const tell = () => {
    const isShown = root.querySelector("[part=layer]:not([hidden]),[part=panel]");
    const status = isShown ? "visible" : "hidden";
    if (api.getCmpDisplayStatus() !== status) api.setCmpDisplayStatus(status);
  };
  new MutationObserver(tell).observe(root, { childList: true, subtree: true, attributes: true });
  tell();
}

function start(state) {
  const { section } = about;
  const known = [...Sections.SECTION_ID_NAME_MAP].filter(([, name]) => /^us(nat|..)$/.test(name));
  const [id] = known.find(([, name]) => name === section) || [-1];
  const api = new CmpApi(CMP_ID, CMP_VERSION);
  api.setSupportedAPIs(known.map(([number, name]) => `${number}:${name}`));
  api.setApplicableSections([id]);
  if (id > 0) write(api, state);
  api.setCmpStatus("loaded");
  followDisplay(api);
  api.setSignalStatus("ready");
  if (id < 0) return;
  window.consent.onChange((changed) => {
    // Listeners are notified before the string changes and when it is complete.
    api.setSignalStatus("not ready");
    if (write(api, changed)) api.fireSectionChange(section);
    api.setSignalStatus("ready");
  });
}

window.consent.ready(start);
