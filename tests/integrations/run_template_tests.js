// node run_template_tests.js TEMPLATE SCENARIOS: runs the tests inside a template, as Tag Manager's
// editor does. SCENARIOS is the section of tests as JSON. Prints each test's name with what failed.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const { sectionsOf, permissionsOf, apisOf, runSandboxed, runTemplate } = require("./tag_manager.js");

const [template, tests] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
const sections = sectionsOf(template);
const permissions = permissionsOf(sections);
const used = new Set();
const nothing = () => {};
const DEEDS = {
  copyFromWindow: () => undefined,
  gtagSet: nothing,
  injectScript: nothing,
  logToConsole: nothing,
  setDefaultConsentState: nothing,
  setInWindow: () => true,
  updateConsentState: nothing,
};

function run({ setup, code }) {
  const calls = [];
  const real = apisOf(permissions, DEEDS, used);
  // Permissions of what is mocked are not checked: so it is in Tag Manager too.
  const apis = {};
  const noted = (name, call) => (apis[name] = (...given) => (calls.push([name, given]), call(...given)));
  for (const name in real) noted(name, real[name]);
  const assertApi = (name) => {
    const made = () => calls.filter(([each]) => each === name).map(([, given]) => given);
    return {
      wasCalled: () => assert(made().length > 0, `${name} was not called`),
      wasNotCalled: () => assert.deepEqual(made(), [], `${name} was called`),
      wasCalledWith: (...given) => {
        const equal = (one) => {
          try {
            assert.deepEqual(JSON.parse(JSON.stringify(one)), given);
            return true;
          } catch {
            return false;
          }
        };
        assert(made().some(equal), `${name} was called with ${JSON.stringify(made())}`);
      },
    };
  };
  const mock = (name, call) => noted(name, typeof call === "function" ? call : () => call);
  const runCode = (fields) => {
    const data = { ...fields };
    for (const name of ["gtmOnSuccess", "gtmOnFailure"]) data[name] = () => void calls.push([name, []]);
    return runTemplate(sections, apis, data);
  };
  const assertThat = (value) => ({ isEqualTo: (other) => assert.deepEqual(value, other) });
  runSandboxed(`${setup}\n${code}`, { assertApi, assertThat, mock, runCode });
}

const { scenarios, setup } = JSON.parse(tests);
const found = scenarios.map(({ name, code }) => {
  try {
    run({ setup, code });
    return { name, failed: null };
  } catch (error) {
    return { name, failed: error.message };
  }
});
console.log(JSON.stringify({ scenarios: found, used: [...used], declared: Object.keys(permissions) }));
