// A small stand-in of Tag Manager's runtime for templates, as its documentation describes the APIs and
// the permissions that each of them checks. It runs in Node.js for the tests inside a template, and in
// a page for a template's code itself.
"use strict";

const SECTION = /^___(\w+)___\n([\s\S]*?)(?=^___\w+___\n|(?![\s\S]))/gm;

/** Returns the sections of a template by their names. */
function sectionsOf(text) {
  return Object.fromEntries([...text.matchAll(SECTION)].map(([, name, body]) => [name, body.trim()]));
}

function plain(value) {
  if (value.type === 1) return value.string;
  if (value.type === 8) return value.boolean;
  if (value.type === 2) return value.listItem.map(plain);
  return Object.fromEntries(value.mapKey.map((key, at) => [plain(key), plain(value.mapValue[at])]));
}

/** Returns what a template declares: the parameters of each permission by its name. */
function permissionsOf(sections) {
  const declared = JSON.parse(sections.WEB_PERMISSIONS).map(({ instance: { key, param } }) => [
    key.publicId,
    Object.fromEntries(param.map(({ key: name, value }) => [name, plain(value)])),
  ]);
  return Object.fromEntries(declared);
}

/** Whether an address fits `https://host/path`, where a host may begin and a path go on with `*`. */
function fits(pattern, address) {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped}$`).test(address);
}

/** The questions that `queryPermission` and the APIs ask, by permission. */
const QUESTIONS = {
  access_consent: (given, type, how) =>
    given.consentTypes.some((each) => each.consentType === type && each[how]),
  access_globals: (given, how, key) => given.keys.some((each) => each.key === key && each[how]),
  inject_script: (given, address) => given.urls.some((pattern) => fits(pattern, address)),
  logging: () => true,
  write_data_layer: (given, key) => given.keyPatterns.includes(key),
};

/**
 * Returns the APIs by name, which do `deeds` once the permission for them is there. `used` collects
 * the permissions that were asked for.
 */
function apisOf(permissions, deeds, used = new Set()) {
  const may = (name, ...question) => {
    used.add(name);
    return name in permissions && QUESTIONS[name](permissions[name], ...question);
  };
  const need = (name, ...question) => {
    if (!may(name, ...question)) throw new Error(`no permission ${name}: ${question.join(" ")}`);
  };
  const consent = (deed) => (state) => {
    for (const type of Object.keys(state)) {
      if (!["region", "wait_for_update"].includes(type)) need("access_consent", type, "write");
    }
    deed(state);
  };
  return {
    copyFromWindow: (key) => (need("access_globals", "read", key), deeds.copyFromWindow(key)),
    encodeUriComponent: (text) => encodeURIComponent(text),
    gtagSet: (key, value) => (need("write_data_layer", key), deeds.gtagSet(key, value)),
    injectScript: (address, ...others) => {
      need("inject_script", address);
      deeds.injectScript(address, ...others);
    },
    logToConsole: (...words) => (need("logging"), deeds.logToConsole(...words)),
    makeInteger: (value) => Math.trunc(Number(value)),
    queryPermission: may,
    setDefaultConsentState: consent(deeds.setDefaultConsentState),
    setInWindow: (key, value, override) => {
      need("access_globals", "write", key);
      return deeds.setInWindow(key, value, override);
    },
    updateConsentState: consent(deeds.updateConsentState),
  };
}

/** Runs sandboxed code with `require` and what else it is given. */
function runSandboxed(code, given) {
  const names = Object.keys(given);
  // What is of the page and of Node.js is no business of a template's.
  const hidden = ["window", "document", "globalThis", "self", "process", "console", "fetch"];
  const others = hidden.filter((name) => !names.includes(name));
  return new Function(...names, ...others, `"use strict";\n${code}`)(...Object.values(given));
}

/** Runs a template's code once, in a page or a test. */
function runTemplate(sections, apis, data) {
  const require = (name) => {
    if (!(name in apis)) throw new Error(`no API ${name}`);
    return apis[name];
  };
  return runSandboxed(sections.SANDBOXED_JS_FOR_WEB_TEMPLATE, { require, data });
}

const tagManager = { sectionsOf, permissionsOf, apisOf, runSandboxed, runTemplate };
if (typeof module === "object") module.exports = tagManager;
else window.tagManager = tagManager;
